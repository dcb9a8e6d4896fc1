// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol

/// What a message is for. Swift leaves out of the constants what they share with the type.
public enum weiboSlideSMSSendType: Int, Sendable {
  /// Registering: after `USER_REGISTER`.
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

/// Registering, by the name of the document.
public let weiboSlideSMSRegist = weiboSlideSMSSendType.regist
/// Binding, by the name of the document.
public let weiboSlideSMSBind = weiboSlideSMSSendType.bind
