// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import CoatcheckFoundation

extension RequestObject {
  /// A request object as a server receives it: well formed, but not verified.
  ///
  /// Find the keys of the client that the request names outside of the object, then call
  /// ``parameters(by:keys:openedBy:)``.
  public struct Received: Sendable {
    /// The `client_id` outside of the object. Only the keys of this client may verify the object.
    public let clientID: String

    /// The two forms of a request object.
    private enum Form: Sendable {
      case signed(UnverifiedJWT)
      case encrypted(Secret)
    }

    private let form: Form

    /// `kid`: the key that claims to have signed it; nil for an encrypted one.
    package var keyID: String? {
      switch form {
      case .signed(let token): token.header.keyID
      case .encrypted: nil
      }
    }

    /// Reads `request` and `client_id` of a request; nil when there is no `request`.
    ///
    /// [RFC 9101 §5](https://www.rfc-editor.org/rfc/rfc9101#section-5): "the client_id parameter […] MUST
    /// be the same" outside, and is "REQUIRED" there.
    ///
    /// - Parameter parameters: The parameters of the authorization request or the pushed authorization
    ///   request.
    /// - Throws: `refused`: ``OAuthError/Code/invalidRequestObject`` when the object is not a JWT;
    ///   ``OAuthError/Code/invalidRequest`` when the client id is missing, or there is a `request_uri` as
    ///   well.
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

    /// Verifies the signature of the object and checks its claims.
    ///
    /// [RFC 9101 §6](https://www.rfc-editor.org/rfc/rfc9101#section-6).
    ///
    /// - Parameters:
    ///   - rules: The rules for its claims and algorithms.
    ///   - keys: The registered keys of the client ``clientID``, and no other ones.
    ///   - decryption: The server's decryption keys; nil refuses encrypted objects.
    /// - Returns: All parameters of the request. RFC 9101 §6.3: "The authorization server MUST only use the
    ///   parameters in the Request Object, even if the same parameter is provided in the query parameter."
    /// - Throws: `refused`, ``OAuthError/Code/invalidRequestObject``. The redirect URI is not known then:
    ///   show an error page.
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
