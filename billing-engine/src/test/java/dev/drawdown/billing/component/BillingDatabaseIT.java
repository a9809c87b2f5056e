package dev.drawdown.billing.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.drawdown.testkit.RealParts;
import dev.drawdown.testkit.RealPartsResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What the database itself does not let anyone do. */
@QuarkusTest
@QuarkusTestResource(RealPartsResource.class)
class BillingDatabaseIT {
  private static void refused(String message, String... statements) throws SQLException {
    for (String sql : statements) {
      try (Connection connection = RealParts.get().connect("billing");
          Statement statement = connection.createStatement()) {
        SQLException fault = assertThrows(SQLException.class, () -> statement.execute(sql), sql);
        assertEquals(message, fault.getMessage().lines().findFirst().orElse(""), sql);
      }
    }
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = RealParts.get().connect("billing");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void invoice(String id, String number) throws SQLException {
    run(
        """
        INSERT INTO invoice (id, number, account, period, status, currency, subtotal, total,
          issued_at, json, html, csv)
        VALUES ('%s', '%s', 'db-%s', '2026-01', 'FINAL', 'USD', 1, 1, now(), '', '', '')
        """
            .formatted(id, number, number));
  }

  @Test
  void pricesAreOnlyEverAdded() throws SQLException {
    refused(
        "ERROR: price is append-only",
        "UPDATE price SET unit_price = 0",
        "DELETE FROM price",
        "TRUNCATE price");
  }

  @Test
  void anInvoiceStaysWhatItWas() throws SQLException {
    String id = "0190e2a4-7c31-7000-8000-0000000000a1";
    invoice(id, "INV-1999-000001");
    String where = " WHERE id = '" + id + "'";
    refused(
        "ERROR: an invoice is frozen",
        "UPDATE invoice SET total = 2" + where,
        "UPDATE invoice SET json = 'x'" + where,
        "UPDATE invoice SET number = 'INV-1999-000009'" + where,
        "DELETE FROM invoice" + where);
    run("UPDATE invoice SET pdf = 'a'" + where);
    refused("ERROR: an invoice is frozen", "UPDATE invoice SET pdf = 'b'" + where);
    run("UPDATE invoice SET status = 'VOID', voided_at = now(), void_reason = 'r'" + where);
    refused(
        "ERROR: an invoice is frozen",
        "UPDATE invoice SET void_reason = 's'" + where,
        "UPDATE invoice SET status = 'FINAL', voided_at = NULL, void_reason = NULL" + where);
  }

  @Test
  void invoiceLinesStayWhatTheyWere() throws SQLException {
    refused(
        "ERROR: invoice_line is append-only",
        "UPDATE invoice_line SET amount = 0",
        "DELETE FROM invoice_line",
        "TRUNCATE invoice_line");
  }

  @Test
  void aPeriodHasOneValidInvoice() throws SQLException {
    invoice("0190e2a4-7c31-7000-8000-0000000000b1", "INV-1999-000002");
    try (Connection connection = RealParts.get().connect("billing");
        Statement statement = connection.createStatement()) {
      assertThrows(
          SQLException.class,
          () ->
              statement.execute(
                  """
                  INSERT INTO invoice (id, number, account, period, status, currency, subtotal,
                    total, issued_at, json, html, csv)
                  SELECT gen_random_uuid(), 'INV-1999-000003', account, period, status, currency,
                    subtotal, total, issued_at, json, html, csv
                  FROM invoice WHERE number = 'INV-1999-000002'
                  """));
    }
  }
}
