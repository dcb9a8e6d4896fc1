// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// The exit status, the text and the hint for each error of the library.
extension CommandFailure {
  /// What the shell and the user are told about any error of the library.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as OAuthError: self.init(oauth: error)
    case let error as JOSEError:
      self.init(.unusable, error.reason, code: error.code.rawValue)
    case is CancellationError: self.init(.interrupted, "interrupted")
    default: self.init(.failure, "\(error)")
    }
  }

  private init(oauth error: OAuthError) {
    var message = Self.sentence(for: error)
    if let said = error.peerDescription, !said.isEmpty {
      message += " (it says: “\(UntrustedText.printable(said))”)"
    }
    let status = Self.status(of: error)
    self.init(
      status, message, code: error.code.rawValue, hint: Self.hint(for: error, status),
      retryAfter: error.retryAfter)
  }

  /// The message: a sentence of its own for each outcome of a prompt, else the reason of the error.
  private static func sentence(for error: OAuthError) -> String {
    switch error.code {
    case .userCancelled: "you cancelled the sign-in"
    case .accessDenied where error.outcome == .refused: "the sign-in was declined"
    case .timedOut where error.isUnanswered: "the sign-in was not completed in time"
    case .cancelled: "interrupted"
    default: error.reason
    }
  }

  private static func status(of error: OAuthError) -> ExitStatus {
    switch error.code {
    // The user cannot be asked here; this differs from a provider that requires a sign-in.
    case .interactionRequired where error.outcome == .misused: .notSignedIn
    case .sessionEnded, .interactionRequired, .loginRequired, .consentRequired,
      .accountSelectionRequired:
      .sessionEnded
    case .storeFailed, .storeDamaged, .storeLocked: .storage
    case .userCancelled, .accessDenied: .cancelled
    case .timedOut where error.isUnanswered: .cancelled
    case .cancelled: .interrupted
    case .fileFailed: .failure
    default:
      switch error.outcome {
      case .refused: .refused
      case .unreadable: .unusable
      case .unreachable: .unreachable
      case .misused: .usage
      }
    }
  }

  private static func hint(for error: OAuthError, _ status: ExitStatus) -> String? {
    if let wait = error.retryAfter { return "try again in \(max(1, wait.components.seconds)) s" }
    switch error.code {
    case .invalidClient: return "check --client-id and --client-secret-file"
    case .invalidScope: return "ask for other scopes with --scope"
    case .certificateMismatch:
      return "to trust an authority of your own, name the file of its certificates in SSL_CERT_FILE"
    case .storeLocked: return "unlock it and try again; no account was signed out"
    default: return status == .sessionEnded ? "sign in again with: coatcheck login ISSUER" : nil
    }
  }
}
