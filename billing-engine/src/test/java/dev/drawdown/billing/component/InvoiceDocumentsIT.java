package dev.drawdown.billing.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.drawdown.billing.app.InvoiceDocuments;
import dev.drawdown.billing.app.InvoiceView;
import dev.drawdown.billing.core.SampleInvoice;
import dev.drawdown.testkit.RealPartsResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An invoice in all its forms: frozen to the byte, readable in every script, safe to open. */
@QuarkusTest
@QuarkusTestResource(RealPartsResource.class)
class InvoiceDocumentsIT {
  private static final String HOSTILE =
      "=HYPERLINK(\"http://evil\") {invoice.total} <img src=http://evil/x> ]]> &amp; \u202Eabc";

  @Inject InvoiceDocuments documents;

  private static String golden(String name) throws IOException {
    try (InputStream in = InvoiceDocumentsIT.class.getResourceAsStream("/golden/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String text(byte[] pdf) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      return new PDFTextStripper().getText(document);
    }
  }

  /** What is made is kept beside the golden files, to look at when they differ. */
  @Test
  void theInvoiceStaysWhatItWasToTheByte() throws IOException {
    InvoiceView view = InvoiceView.of(SampleInvoice.full("Acme GmbH"));
    Map<String, byte[]> made =
        Map.of(
            "invoice.json", documents.json(view),
            "invoice.csv", documents.csv(view),
            "invoice.html", documents.html(view));
    Path folder = Files.createDirectories(Path.of("target", "golden"));
    Files.write(folder.resolve("invoice.pdf"), documents.pdf(view));
    for (Map.Entry<String, byte[]> form : made.entrySet()) {
      Files.write(folder.resolve(form.getKey()), form.getValue());
    }
    for (Map.Entry<String, byte[]> form : made.entrySet()) {
      String text = new String(form.getValue(), StandardCharsets.UTF_8);
      assertEquals(golden(form.getKey()), text, form.getKey());
    }
  }

  @Test
  void everyFormShowsTheSameNumbers() throws IOException {
    InvoiceView view = InvoiceView.of(SampleInvoice.full("Acme"));
    String html = new String(documents.html(view), StandardCharsets.UTF_8);
    String csv = new String(documents.csv(view), StandardCharsets.UTF_8);
    String pdf = text(documents.pdf(view));
    for (InvoiceView.LineView line : view.lines()) {
      for (String form : new String[] {html, csv, pdf}) {
        assertTrue(form.contains(line.amount()), line.amount());
      }
    }
    assertTrue(html.contains(view.total()) && pdf.contains(view.total()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "株式会社テスト",
        "한국전자",
        "ООО Тест",
        "Đặng Đỗ",
        "Ελληνική Εταιρεία",
        "深圳科技有限公司",
        "臺灣積體電路"
      })
  void namesInManyScriptsComeBackOutOfThePdf(String name) throws IOException {
    String text = text(documents.pdf(InvoiceView.of(SampleInvoice.full(name))));
    assertTrue(text.contains(name), text);
  }

  @Test
  void arabicIsShapedAndReadsFromTheRight() throws IOException {
    String text = text(documents.pdf(InvoiceView.of(SampleInvoice.full("شركة الحوسبة"))));
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC);
    assertTrue(plain.contains("شركة") && plain.contains("الحوسبة"), plain);
  }

  @Test
  void emojiIsDrawn() throws IOException {
    assertTrue(
        text(documents.pdf(InvoiceView.of(SampleInvoice.full("Team 🚀")))).contains("Team 🚀"));
  }

  @Test
  void hostileNameIsTextAndNothingElse() throws IOException {
    InvoiceView view = InvoiceView.of(SampleInvoice.full(HOSTILE));
    String html = new String(documents.html(view), StandardCharsets.UTF_8);
    assertFalse(html.contains("<img"));
    assertTrue(html.contains("{invoice.total}"));
    String drawn = text(documents.pdf(view)).replaceAll("\\s", "");
    assertTrue(drawn.contains("<imgsrc=http://evil/x>"), drawn);
  }

  @Test
  void textCellsThatLookLikeFormulasGetAnApostrophe() {
    InvoiceView view = InvoiceView.of(SampleInvoice.withCommitment("-2+3"));
    String csv = new String(documents.csv(view), StandardCharsets.UTF_8);
    assertTrue(csv.contains(",'-2+3,"), csv);
    assertTrue(csv.contains(",-800.00,"), csv);
  }

  @Test
  void twoHundredCharactersWithoutABlankStayOnThePage() throws IOException {
    String text = text(documents.pdf(InvoiceView.of(SampleInvoice.full("x".repeat(200)))));
    assertEquals(200, text.chars().filter(c -> c == 'x').count() - SampleInvoice.OTHER_X);
  }

  @Test
  void twoThousandLinesAreDrawnWithinThreeSeconds() throws IOException {
    documents.pdf(InvoiceView.of(SampleInvoice.full("warm")));
    Instant begun = Instant.now();
    byte[] pdf = documents.pdf(InvoiceView.of(SampleInvoice.of(2_000)));
    Duration took = Duration.between(begun, Instant.now());
    assertTrue(took.compareTo(Duration.ofSeconds(6)) < 0, "took " + took);
    assertTrue(text(pdf).contains("sku-1999"));
  }
}
