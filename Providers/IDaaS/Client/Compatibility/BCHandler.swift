// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// What the document's handlers get besides the code: a text, or a dictionary.
public enum BCData: Sendable, Hashable {
  /// A text: `NSString`.
  case text(String)
  /// A dictionary: `NSDictionary`.
  case dictionary(JSONObject)

  /// The text; nil for a dictionary.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The dictionary; nil for a text.
  public var dictionary: JSONObject? {
    if case .dictionary(let dictionary) = self { dictionary } else { nil }
  }

  /// `dictionaryWithJsonString:`, which every app of the document writes for itself: the dictionary in a JSON
  /// text; nil when it is not valid.
  public static func dictionaryWithJsonString(_ text: String) -> JSONObject? {
    try? JSONObject(parsing: Array(text.utf8))
  }
}

/// The document's handlers: a code and what belongs to it. It is called once, on any thread.
public typealias BCHandler = @Sendable (_ code: String, _ data: BCData) -> Void

/// See ``BCWeiboLoginManager``.
public typealias BCWeiBoLoginCompletionHandler = BCHandler
/// See ``BCWeiboAPILoginManager``.
public typealias BCWeiBoAPILoginCompletionHandler = BCHandler
/// See ``BCIDAInternationalPhoneCodeManager``.
public typealias BCSMSGetInternationalAreaCodeHandlerBlock = BCHandler
/// See ``BCWeiboSlideVerifyCodeManager``.
public typealias BCWeiboSlideCodeHandlerBlock = BCHandler
/// See ``BCWeiboSlideVerifyCodeManager``.
public typealias BCWeiboSendSMSHandlerBlock = BCHandler
/// See ``BCWeiboBindOrRegistManager``.
public typealias BCWeiboBindCompleteHandler = BCHandler
/// See ``BCWeiboBindOrRegistManager``.
public typealias BCWeiboRegistCompleteHandler = BCHandler
/// See ``BCIDAIDTokenManager``.
public typealias BCIDAIdTokenVerifyHandlerBlock = BCHandler
/// See ``BCIDAIDTokenManager``.
public typealias BCIDAIdTokenGetInfoHandlerBlock = BCHandler
/// See ``BCIDAIDTokenRefreshManager``.
public typealias BCIDAIdTokenRefreshIDTokenHandlerBlock = BCHandler
