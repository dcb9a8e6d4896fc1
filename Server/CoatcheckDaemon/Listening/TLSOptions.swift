// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// TLS without a proxy.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Speak TLS with the certificates in this PEM file. Read again on SIGHUP, and when the files change.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The private key of the first of them, as PEM.", valueName: "file"))
  var tlsKey: String?
}
