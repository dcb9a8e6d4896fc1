// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// How the addresses of clients are found: limits count by them.
struct ClientAddressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A range of addresses of your own proxies, such as 10.0.0.0/8: Forwarded and X-Forwarded-For are believed from there. May \
      be given again.
      """, valueName: "cidr"))
  var trustedProxy: [String] = []

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

  /// The warning in the log of a server with `--no-proxy`.
  static let notice =
    "noProxy: header fields of proxies are not read; behind a proxy all clients would share their limits"
}
