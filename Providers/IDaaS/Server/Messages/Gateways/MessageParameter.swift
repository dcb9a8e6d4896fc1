// SPDX-License-Identifier: Apache-2.0

/// A value that a template of a gateway can contain.
public enum MessageParameter: String, Sendable, Hashable, CaseIterable {
  /// The digits of a code.
  case code
  /// The lifetime of a code in minutes.
  case minutes
  /// The application's name.
  case application
  /// The name of the social network, in a notice about a link.
  case provider

  /// The value in a message with a code; empty where it has none.
  func value(in message: OutgoingMessage) -> String {
    switch self {
    case .code: message.code
    case .minutes: String(message.minutes)
    case .application: message.application
    case .provider: ""
    }
  }

  /// The value in a notice; nil where it has none.
  func value(in notice: AccountNotice) -> String? {
    switch self {
    case .application: notice.application
    case .provider: notice.provider
    case .code, .minutes: nil
    }
  }
}
