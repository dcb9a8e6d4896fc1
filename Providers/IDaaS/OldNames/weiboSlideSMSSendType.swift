// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol

/// The purpose of a text message with a code. Swift drops the common prefix of the document's constants
/// from the names of the cases.
///
/// New code uses `MessageType`.
public enum weiboSlideSMSSendType: Int, Sendable {
  /// Registration: after `USER_REGISTER`.
  case regist
  /// Binding: after `SOCIAL_BIND`.
  case bind

  /// The word of the interface.
  var messageType: MessageType {
    switch self {
    case .regist: .registerMobile
    case .bind: .bindMobile
    }
  }
}

/// Registration, by the name of the document.
public let weiboSlideSMSRegist = weiboSlideSMSSendType.regist
/// Binding, by the name of the document.
public let weiboSlideSMSBind = weiboSlideSMSSendType.bind
