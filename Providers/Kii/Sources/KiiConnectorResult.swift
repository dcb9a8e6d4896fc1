// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// The result of a sign-in through Kii's web connector, from the query of the address of its result page.
public struct KiiConnectorResult: Sendable {
  /// Kii's access token. Verify whose it is before it is used, as ``KiiConnectorSignIn`` does.
  public let accessToken: Secret
  /// The id of the Kii user, as the address says.
  public let userID: String
  /// The lifetime of the access token in seconds; nil where the address does not say it.
  public let lifetime: Int?
  /// Whether this sign-in registered the user; nil where the address does not say it.
  public let isNewUser: Bool?
  /// The tokens of the other provider.
  public let provider: KiiProviderTokens

  /// The path at the end of the result page's address.
  static let path = "/integration/webauth/result"

  /// Reads the address to which the browser was redirected.
  ///
  /// - Parameters:
  ///   - address: The whole address, at most 32 KiB.
  ///   - expected: The `result_url` of the request: the address has to have its path and all of its
  ///     parameters. Nil accepts any page whose path ends with `/integration/webauth/result`.
  /// - Throws: `accessDenied` when the user denied access or the provider refused; `refused` with the
  ///   code `connector_failed` for another error of Kii; `callbackMalformed` when it is another address,
  ///   or its parameters cannot be read; `stateMismatch` when a parameter of `expected` is missing or
  ///   differs, so that the result belongs to another attempt.
  public init(address: String, expected: String? = nil) throws(OAuthError) {
    let query = try Self.query(of: address, expected: expected)
    guard query["kii_succeeded"] == "true" else { throw Self.refusal(in: query) }
    guard let token = query["kii_access_token"], token.isVisibleASCII,
      let userID = query["kii_user_id"]
    else { throw Self.malformed }
    accessToken = Secret(token)
    self.userID = userID
    if let text = query["kii_expires_in"] {
      guard let seconds = Int(text), seconds >= 0 else { throw Self.malformed }
      lifetime = seconds
    } else {
      lifetime = nil
    }
    isNewUser = query["kii_new_user"].map { $0 == "true" }
    provider = KiiProviderTokens(query: query)
  }

  private static let malformed = OAuthError.unreadable(
    .callbackMalformed, "The connector's result cannot be read.")

  private static func query(
    of address: String, expected: String?
  ) throws(OAuthError) -> Parameters {
    let whole = address.prefix { $0 != "#" }
    let place = whole.prefix { $0 != "?" }
    let page = expected?.prefix { $0 != "?" }
    let isResult = page.map { place.isExactly($0) } ?? place.hasSuffix(path)
    guard isResult, whole.utf8.count <= 32 << 10 else { throw malformed }
    do throws(OAuthError) {
      let query = try Parameters(decoding: whole.dropFirst(place.count + 1))
      let asked = try Parameters(decoding: (expected ?? "").dropFirst((page?.count ?? 0) + 1))
      guard
        asked.pairs.allSatisfy({ name, value in
          query[name].map { Secret($0).matches(Secret(value)) } ?? false
        })
      else { throw OAuthError.unreadable(.stateMismatch, "The result is another attempt's.") }
      return query
    } catch {
      throw error.code == .stateMismatch ? error : malformed
    }
  }

  /// The error of a result page. Kii reports `UNAUTHORIZED` when the user denies or the provider refuses.
  private static func refusal(in query: Parameters) -> OAuthError {
    guard query["kii_succeeded"] == "false" else { return malformed }
    let code = query["kii_error_code"]
    let isRefused = code == nil || code == "UNAUTHORIZED"
    return OAuthError(
      outcome: .refused,
      code: isRefused ? .accessDenied : OAuthError.Code(rawValue: "connector_failed"),
      reason: isRefused
        ? "The user or the provider refused."
        : "Kii's web connector could not sign the user in.",
      peer: .init(code: code))
  }
}
