// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The error responses of one provider besides those of the specifications: their forms, and what their
/// codes mean.
public struct ProviderErrors: Sendable, Hashable {
  /// The forms, in the order in which they are tried.
  public var forms: [ErrorResponseForm]
  /// The protocol's code for each code of the provider. A code that is not listed keeps its name.
  public var codes: [String: OAuthError.Code] = [:]
  /// The protocol's code for each detail of ``ErrorResponseForm/returnCode``. It precedes ``codes``.
  public var details: [String: OAuthError.Code] = [:]
  /// The codes and details that report an overloaded or failed server: they say nothing about the grant.
  public var busy: Set<String> = []
  /// What the name of a code begins with when ``ErrorResponseForm/errorNumber`` has a number and no word.
  public var numberPrefix = "error_"
  /// The scheme that ``ErrorResponseForm/challengeText`` begins with.
  public var challengeScheme: String?

  /// Creates the error responses of a provider.
  ///
  /// - Parameters:
  ///   - forms: The forms, in the order in which they are tried.
  ///   - codes: The protocol's code for each code of the provider.
  public init(_ forms: [ErrorResponseForm] = [], codes: [String: OAuthError.Code] = [:]) {
    self.forms = forms
    self.codes = codes
  }

  /// The error in a response by the first form that fits; nil when it has none of them.
  ///
  /// - Parameters:
  ///   - source: The sender, for the error text: "The token endpoint".
  ///   - head: The status and the fields.
  ///   - body: The body.
  public func error(from source: String, head: HTTPResponse, body: Data) -> OAuthError? {
    for form in forms {
      let error =
        switch form {
        case .errorCode: errorCode(source, head, body)
        case .codeAndMessage: Self.codeAndMessage(source, head, body)
        case .nested: Self.nested(source, head, body)
        case .challengeText: challengeText(source, head, body)
        case .xml: Self.xml(source, head, body)
        case .errorNumber: errorNumber(source, head, body)
        case .returnCode: returnCode(source, head, body)
        }
      if let error { return error }
    }
    return nil
  }
}
