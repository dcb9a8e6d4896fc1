// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation

/// Signing in with OCLC: as its options say, or as an `authentication.plist` does.
struct OCLCSignIn: SignInProfile {
  let client: ClientOptions
  let grant: GrantOptions
  let options: OCLCOptions

  var words: [String] { ["oclc"] + options.words + client.words + grant.words }

  func check() throws {
    if options.configuration != nil { return try checkConfiguration() }
    _ = try SignInOption.required(client.clientID, "--client-id", "id")
    guard !needsSecret || client.clientSecretFile != nil else {
      throw ValidationError(
        "--client-credentials and --sign-requests need --client-secret-file")
    }
    guard client.scopes?.isEmpty == false else {
      throw ValidationError("OCLC requires at least one --scope, such as WMS_NCIP")
    }
  }

  private var needsSecret: Bool { grant.clientCredentials || options.signRequests }

  private func checkConfiguration() throws {
    let others = [
      ("--client-id", client.clientID != nil), ("--scope", client.scopes != nil),
      ("--redirect-uri", client.redirectURI != nil), ("--base-url", client.baseURL != nil),
      ("--authenticating-institution", options.authenticatingInstitution != nil),
      ("--context-institution", options.contextInstitution != nil),
      ("--endpoints", options.endpoints != nil),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("with --configuration, the file replaces \(other.0)")
    }
  }

  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan {
    let secret = try client.secret()
    if let file = options.configuration {
      return try plan(for: configuration(in: file), secret, asking: prompt)
    }
    return SignInPlan(
      place: .known(try provider), clientID: client.clientID ?? "", secret: secret,
      redirect: client.redirect, way: way(scopes))
  }

  private var presentation: TokenPresentation { options.signRequests ? .wskeySignature : .bearer }

  private var provider: Provider {
    get throws {
      guard options.endpoints == .oauth else {
        return try .oclc(
          url: client.baseURL ?? Self.wskeyBase,
          authenticatingInstitution: options.authenticatingInstitution,
          contextInstitution: options.contextInstitution, presentation: presentation)
      }
      return try .oclcOAuth(
        url: client.baseURL ?? Self.oauthBase, registryID: options.authenticatingInstitution,
        presentation: presentation)
    }
  }

  private static let wskeyBase = "https://authn.sd00.worldcat.org/oauth2"
  private static let oauthBase = "https://oauth.oclc.org"

  /// The newer endpoints take the institution as a scope.
  private var scopes: [Scope] {
    let context = options.endpoints == .oauth ? options.contextInstitution : nil
    return (client.scopes ?? []) + (context.map { [.oclcContext($0)] } ?? [])
  }

  private func way(_ scopes: [Scope]) -> SignInPlan.Way {
    grant.clientCredentials ? .own(scopes) : .browser(scopes)
  }

  private func configuration(in file: String) throws -> OCLCConfiguration {
    let data = Data(try StandardInput.bytes(file: file == "-" ? nil : file, limit: 64 << 10))
    // JSON begins with a brace. Of the property list formats only the oldest one does, which is not in use.
    let isJSON = data.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    return isJSON ? try OCLCConfiguration(json: data) : try OCLCConfiguration(propertyList: data)
  }

  private func plan(
    for configuration: OCLCConfiguration, _ secret: Secret?, asking prompt: UserPrompt
  ) throws -> SignInPlan {
    let isImplicit = configuration.responseType == .token && !grant.clientCredentials
    return SignInPlan(
      place: .known(try configuration.provider(presentation: presentation)),
      clientID: configuration.wskey, secret: secret,
      redirect: RedirectOption.policy(configuration.redirectURL),
      way: isImplicit
        ? .direct { try configuration.implicitSignIn(userAgent: FragmentPaste(prompt)) }
        : way(configuration.scopes))
  }
}
