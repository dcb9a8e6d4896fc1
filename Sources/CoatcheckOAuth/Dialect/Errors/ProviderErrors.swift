// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The error responses of one provider besides those of the specifications: their forms, and the meaning
/// of their codes.
public struct ProviderErrors: Sendable, Hashable {
  /// The forms, in the order in which they are tried.
  public var forms: [ErrorResponseForm]
  /// The code of the protocol for each code of the provider. A code that is not listed keeps its name.
  public var codes: [String: OAuthError.Code] = [:]
  /// The code of the protocol for each detail of ``ErrorResponseForm/returnCode``. It precedes ``codes``.
  public var details: [String: OAuthError.Code] = [:]
  /// The codes and details that report an overloaded or failed server. They become `unreachable` and say
  /// nothing about the grant.
  public var busy: Set<String> = []
  /// The text before the number in the name of the code, when ``ErrorResponseForm/errorNumber`` has a
  /// number and no word.
  public var numberPrefix = "error_"
  /// The scheme at the beginning of ``ErrorResponseForm/challengeText``. Without it, that form matches no
  /// response.
  public var challengeScheme: String?

  /// Creates the error responses of a provider.
  ///
  /// - Parameters:
  ///   - forms: The forms, in the order in which they are tried.
  ///   - codes: The code of the protocol for each code of the provider.
  public init(_ forms: [ErrorResponseForm] = [], codes: [String: OAuthError.Code] = [:]) {
    self.forms = forms
    self.codes = codes
  }

  /// The error in a response, by the first form that matches; nil when none does.
  ///
  /// - Parameters:
  ///   - source: The sender at the beginning of the error text, such as "The token endpoint".
  ///   - head: The status and the fields of the response.
  ///   - body: The body of the response. A body of more than 64 KiB (16 KiB for some forms) matches no
  ///     form.
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
