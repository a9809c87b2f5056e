package dev.drawdown.kit.http;

import io.quarkus.security.ForbiddenException;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Who may see what: operators everything, a customer the account its token names. */
@RequestScoped
public class Access {
  public static final String OPERATOR = "operator";
  public static final String CLUSTER = "cluster";
  public static final String CUSTOMER = "customer";

  private final SecurityIdentity identity;
  private final JsonWebToken token;

  public Access(SecurityIdentity identity, JsonWebToken token) {
    this.identity = identity;
    this.token = token;
  }

  /** Fails with 403 unless the caller may read an account. */
  public void requireAccount(String account) {
    if (!identity.hasRole(OPERATOR) && !account.equals(token.getClaim("account"))) {
      throw new ForbiddenException();
    }
  }

  public boolean isCluster() {
    return identity.hasRole(CLUSTER);
  }

  /** The account a caller is confined to, null when it is none. */
  public String confinedTo() {
    if (identity.hasRole(OPERATOR)) {
      return null;
    }
    String account = token.getClaim("account");
    if (account == null) {
      throw new ForbiddenException();
    }
    return account;
  }
}
