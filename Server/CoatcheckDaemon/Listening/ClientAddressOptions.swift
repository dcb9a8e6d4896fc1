// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckOAuth
import CoatcheckServer

/// How the addresses of clients are found: limits count by them.
struct ClientAddressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A range of addresses of your own proxies, such as 10.0.0.0/8: Forwarded and X-Forwarded-For are believed from there. May \
      be given again.
      """, valueName: "cidr"),
    transform: Self.range)
  var trustedProxy: [AddressRange] = []

  @Flag(
    help:
      "Each connection comes from a --trusted-proxy and begins with a header of the PROXY protocol, version 2."
  )
  var proxyProtocol = false

  @Flag(
    help:
      "There is no proxy although the issuer is https: behind one, all clients would share their limits."
  )
  var noProxy = false

  /// For the log of a server that is told that there is no proxy.
  static let notice =
    "--no-proxy: header fields of proxies are not read; behind a proxy all clients would share their limits"

  /// What the options say.
  var addresses: ClientAddresses {
    ClientAddresses(proxies: trustedProxy, proxyProtocol: proxyProtocol ? .required : .absent)
  }

  func validate() throws {
    guard !proxyProtocol || !trustedProxy.isEmpty else {
      throw ValidationError("--proxy-protocol needs --trusted-proxy: who may send its header")
    }
    guard !noProxy || trustedProxy.isEmpty else {
      throw ValidationError("--no-proxy and --trusted-proxy exclude each other")
    }
  }

  /// Checks that the operator of a server that is reached over https has said what stands before it.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that is given.
  ///   - hasTLS: Whether the server speaks TLS itself.
  func check(issuer: String?, hasTLS: Bool) throws {
    // A scheme is compared without regard to case: RFC 3986 §3.1.
    guard issuer?.lowercased().hasPrefix("https:") == true, !hasTLS, trustedProxy.isEmpty, !noProxy
    else { return }
    throw ValidationError(
      "an https issuer is served through a proxy, and limits count by the client's address: name the proxy"
        + " (--trusted-proxy 127.0.0.1), or say --no-proxy")
  }

  private static func range(_ text: String) throws -> AddressRange {
    do {
      return try AddressRange(text)
    } catch {
      throw ValidationError("--trusted-proxy \(text): \(error.reason)")
    }
  }
}
