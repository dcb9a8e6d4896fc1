// SPDX-License-Identifier: Apache-2.0

/// What a template of a gateway has a place for.
public enum MessageParameter: String, Sendable, Hashable, CaseIterable {
  /// The digits of a code.
  case code
  /// The lifetime of a code in minutes.
  case minutes
  /// The application's name.
  case application
  /// The network that was linked, in a notice about that.
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
