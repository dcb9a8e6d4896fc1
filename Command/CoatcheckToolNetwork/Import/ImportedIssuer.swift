// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import CoatcheckOAuth
import CoatcheckClient

/// The issuer of an imported token, as the command line describes it.
struct ImportedIssuer: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The provider's issuer identifier.", valueName: "url"))
  var issuer: String

  @Option(
    help: ArgumentHelp(
      "The token endpoint; with it, the issuer's metadata is not requested.",
      valueName: "url"))
  var tokenEndpoint: String?

  @Option(
    help: ArgumentHelp(
      "With --token-endpoint: the userinfo endpoint.", valueName: "url"))
  var userinfoEndpoint: String?

  @Option(
    help: ArgumentHelp("With --token-endpoint: the revocation endpoint.", valueName: "url"))
  var revocationEndpoint: String?

  func validate() throws {
    guard tokenEndpoint != nil || (userinfoEndpoint == nil && revocationEndpoint == nil) else {
      throw ValidationError("--userinfo-endpoint and --revocation-endpoint need --token-endpoint")
    }
  }

  /// The issuer's endpoints: those that were given, else those that it publishes.
  ///
  /// - Throws: A usage failure for what is no address; what the discovery throws.
  func provider(in context: CommandContext) async throws -> Provider {
    guard let tokenEndpoint else {
      return try await Provider.discover(
        issuer, transport: context.transport, environment: context.environment)
    }
    var metadata = ServerMetadata(issuer: try Issuer(issuer))
    metadata.tokenEndpoint = try Endpoint(tokenEndpoint)
    metadata.userInfoEndpoint = try userinfoEndpoint.map { try Endpoint($0) }
    metadata.revocationEndpoint = try revocationEndpoint.map { try Endpoint($0) }
    return Provider(metadata: metadata)
  }
}
