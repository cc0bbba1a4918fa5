package dev.pageone.client;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;

/**
 * How to speak TLS: whom to trust, which certificate to show, and the name that the server's has.
 *
 * <p>Immutable; made with {@link #system()} or {@link #builder()}.
 */
public final class Tls {
  private final ChannelCredentials credentials;
  private final String serverName;

  private Tls(ChannelCredentials credentials, String serverName) {
    this.credentials = credentials;
    this.serverName = serverName;
  }

  /**
   * Trusts the authorities of the platform and shows no certificate.
   *
   * @return the settings
   */
  public static Tls system() {
    return builder().build();
  }

  /**
   * Begins with what {@link #system()} says.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  ChannelCredentials credentials() {
    return credentials;
  }

  /** The name in the server's certificate; null: the address's host. */
  String serverName() {
    return serverName;
  }

  /** Puts {@link Tls} together. Files are read at once, in PEM. */
  public static final class Builder {
    private final TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
    private String serverName;

    private Builder() {}

    /**
     * Trusts these authorities instead of the platform's.
     *
     * @param certificates a file of one or more certificates, PEM
     * @return this
     * @throws IOException when it cannot be read
     */
    public Builder authorities(File certificates) throws IOException {
      credentials.trustManager(certificates);
      return this;
    }

    /**
     * Trusts these authorities instead of the platform's, for instance an asset of an app.
     *
     * @param certificates one or more certificates, PEM; read to its end, not closed
     * @return this
     * @throws IOException when it cannot be read
     */
    public Builder authorities(InputStream certificates) throws IOException {
      credentials.trustManager(certificates);
      return this;
    }

    /**
     * Shows a certificate of the client's (mTLS).
     *
     * @param chain the client's certificate and those it depends on, PEM
     * @param key its private key, PKCS #8 in PEM, not encrypted
     * @return this
     * @throws IOException when one cannot be read
     */
    public Builder clientCertificate(File chain, File key) throws IOException {
      credentials.keyManager(chain, key);
      return this;
    }

    /**
     * Expects another name in the server's certificate than the address's host.
     *
     * @param name the name, without a port
     * @return this
     */
    public Builder serverName(String name) {
      serverName = name;
      return this;
    }

    /**
     * The settings.
     *
     * @return the settings
     */
    public Tls build() {
      return new Tls(credentials.build(), serverName);
    }
  }
}
