// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import CoatcheckFoundation

extension RequestObject {
  /// A request object as a server gets it: well formed, and nothing more is known.
  ///
  /// Find the keys of the client named outside of it, then call ``parameters(by:keys:openedBy:)``.
  public struct Received: Sendable {
    /// The client that the request names outside of the object: only its keys may verify it.
    public let clientID: String

    /// What arrived: a signed token, or one in an envelope.
    private enum Form: Sendable {
      case signed(UnverifiedJWT)
      case encrypted(Secret)
    }

    private let form: Form

    /// `kid`: the key that it says it is signed by; nil for one in an envelope.
    package var keyID: String? {
      switch form {
      case .signed(let token): token.header.keyID
      case .encrypted: nil
      }
    }

    /// Reads `request` and `client_id` of a request; nil when there is no `request`.
    ///
    /// RFC 9101 §5: "the client_id parameter […] MUST be the same" outside, and is "REQUIRED" there.
    ///
    /// - Throws: `refused`, ``OAuthError/Code/invalidRequestObject`` or ``OAuthError/Code/invalidRequest``.
    public init?(in parameters: Parameters) throws(OAuthError) {
      guard let text = parameters["request"] else { return nil }
      // "request and request_uri parameters MUST NOT be used together."
      guard parameters["request_uri"] == nil else {
        throw .refused(
          .invalidRequest, "There are two request objects.", parameter: "request_uri")
      }
      guard let clientID = parameters["client_id"] else {
        throw .refused(.invalidRequest, "The client id is missing.", parameter: "client_id")
      }
      self.clientID = clientID
      do {
        if (try? UnverifiedNestedJWT(text)) != nil {
          form = .encrypted(Secret(text))
        } else {
          form = .signed(try UnverifiedJWT(text))
        }
      } catch {
        throw RequestObjectRules.refusal("request", "It cannot be read: \(error.reason).")
      }
    }

    /// Checks the object against every rule.
    ///
    /// - Parameters:
    ///   - rules: What it must say.
    ///   - keys: The keys which the client ``clientID`` was registered with, and no other ones.
    ///   - decryption: The server's keys; without them no object in an envelope is taken.
    /// - Returns: All parameters of the request. RFC 9101 §6.3: "The authorization server MUST only use the
    ///   parameters in the Request Object, even if the same parameter is provided in the query parameter."
    /// - Throws: `refused`, ``OAuthError/Code/invalidRequestObject``. Where the answer would go is not known
    ///   then: show an error page.
    public func parameters(
      by rules: RequestObjectRules, keys: VerificationKeySet,
      openedBy decryption: TokenDecryption? = nil
    ) throws(OAuthError) -> Parameters {
      let verified: VerifiedJWT?
      do {
        verified =
          switch form {
          case .signed(let token): try token.verified(by: keys, accepting: rules.algorithms)
          case .encrypted(let text):
            try decryption?.verified(text.reveal(), by: keys, accepting: rules.algorithms)
          }
      } catch {
        throw RequestObjectRules.refusal("request", "It is refused: \(error.reason).")
      }
      guard let verified else {
        throw RequestObjectRules.refusal("request", "It is in an envelope; none is opened here.")
      }
      return try rules.parameters(of: verified, from: clientID)
    }
  }
}
