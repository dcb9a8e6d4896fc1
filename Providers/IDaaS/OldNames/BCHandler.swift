// SPDX-License-Identifier: Apache-2.0

/// The document's handlers: a code, and an `NSString` or an `NSDictionary` that belongs to it. It is called once, on the main
/// thread, where the document's samples go by themselves.
public typealias BCHandler = @MainActor (_ code: String, _ data: Any) -> Void

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
