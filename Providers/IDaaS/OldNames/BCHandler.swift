// SPDX-License-Identifier: Apache-2.0

/// The handler of all calls of the document. It is called once, on the main thread, with a code and with
/// data that belongs to it: an `NSString` or an `NSDictionary`. The table at each class has the codes.
///
/// New code awaits the functions of `IDaaS`, which return values and throw an `OAuthError`.
public typealias BCHandler = @MainActor (_ code: String, _ data: Any) -> Void

/// The handler of a sign-in: see ``BCWeiboLoginManager``.
public typealias BCWeiBoLoginCompletionHandler = BCHandler
/// The handler of a sign-in without built-in pages: see ``BCWeiboAPILoginManager``.
public typealias BCWeiBoAPILoginCompletionHandler = BCHandler
/// The handler of the list of countries: see ``BCIDAInternationalPhoneCodeManager``.
public typealias BCSMSGetInternationalAreaCodeHandlerBlock = BCHandler
/// The handler of the slider: see ``BCWeiboSlideVerifyCodeManager``.
public typealias BCWeiboSlideCodeHandlerBlock = BCHandler
/// The handler of a text message: see ``BCWeiboSlideVerifyCodeManager``.
public typealias BCWeiboSendSMSHandlerBlock = BCHandler
/// The handler of a binding: see ``BCWeiboBindOrRegistManager``.
public typealias BCWeiboBindCompleteHandler = BCHandler
/// The handler of a registration: see ``BCWeiboBindOrRegistManager``.
public typealias BCWeiboRegistCompleteHandler = BCHandler
/// The handler of a validation: see ``BCIDAIDTokenManager``.
public typealias BCIDAIdTokenVerifyHandlerBlock = BCHandler
/// The handler of the claims: see ``BCIDAIDTokenManager``.
public typealias BCIDAIdTokenGetInfoHandlerBlock = BCHandler
/// The handler of a refresh: see ``BCIDAIDTokenRefreshManager``.
public typealias BCIDAIdTokenRefreshIDTokenHandlerBlock = BCHandler
