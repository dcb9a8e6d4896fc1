// SPDX-License-Identifier: Apache-2.0

// The samples of the document, line by line, with no other import than the module of the old names and Foundation. Capital
// letters stand for what the document leaves to the app.
import CoatcheckIDaaSOldNames
import Foundation

// swift-format-ignore
@MainActor
final class IDaaSSamples {
  var YOUR_BACKEND_TENANT = ""
  var CLIENT_ID = "app"
  var APP_KEY = "20454"
  var UNIVERSAL_LINK = "https://app.example/weibo/"
  /// What the app does with the code and the data of a handler.
  var use: (String, Any) -> Void = { _, _ in }
  /// How often "More" was tapped.
  var more = 0
  var _status = ""
  /// What the samples read from the data.
  var flag: Bool?
  var read: [Any?] = []

  /// Lines 96 to 100, of the app delegate.
  func line98() {
    // In the didFinishLaunchingWithOptions method of appdelegate
    // 1. Basic configuration initialization
    BCIDACommonManager.sharedInstance().initWithDomain(YOUR_BACKEND_TENANT).initWithClientID(CLIENT_ID).initWithSSLCerVerification(false).setLogEnabled(true)
    // 2. Weibo initialization
    BCWeiboLoginManager.sharedInstance().registWeiBo(withAppKey: APP_KEY, andWithUniversalLink: UNIVERSAL_LINK, enableDebugMode: true)
  }

  // Lines 110 to 125, of the app delegate.
  func application(_ application: UIApplication, handleOpen url: URL) -> Bool {
    BCWeiboLoginManager.sharedInstance().oauthHandleOpen(url)
    return true
  }
  func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
    BCWeiboLoginManager.sharedInstance().oauthHandleOpen(url)
    return true
  }
  func application(_ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any) -> Bool {
    BCWeiboLoginManager.sharedInstance().oauthHandleOpen(url)
    return true
  }
  func application(_ application: UIApplication, continue userActivity: NSUserActivity, restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void) -> Bool {
    BCWeiboLoginManager.sharedInstance().handleOpenUniversalActivity(userActivity)
    return true
  }

  /// Lines 273 to 278.
  func line274() {
    // Click (trigger) event
    BCWeiboLoginManager.sharedInstance().loginWeibo(withRedirectURI: "https://tenant.bccastle.com/api/v1/login/weibo", andWithCompletionCallBack: { [weak self] code, data in
      let strongSelf = self
      DispatchQueue.main.async {
        strongSelf?.use(code, data)
      }
    })
  }

  /// Lines 324 to 357.
  func line324() {
    let settings = BCWeiboBindPhoneViewCustomSetting()
    settings.isNavHidden = false
    settings.navHiddenBackButtonFrameBlock = { (frame: CGRect) -> CGRect in // When isNavHidden=YES, you can set the frame of the back button
      let rec = CGRect(x: 5, y: 150, width: 70, height: 40)
      return rec
    }
    settings.navBindTitle = NSAttributedString(string: "Bind xx", attributes: [.foregroundColor: UIColor.orange, .font: UIFont.systemFont(ofSize: 18.0)])
    settings.navRegistTitle = NSAttributedString(string: "Register xx", attributes: [.foregroundColor: UIColor.green, .font: UIFont.systemFont(ofSize: 18.0)])
    // settings.navBackImage = UIImage(named: "fanhuianniu-2")
    settings.navColor = "99FFCC"
    let bttn = UIButton(type: .system)
    bttn.setTitle("More", for: .normal)
    bttn.tintColor = UIColor.black
    bttn.addTarget(self, action: Selector("clickMore"), for: .touchUpInside)
    settings.navRightView = bttn
    settings.tileDescriptionRegistText = NSAttributedString(string: "Register xx my phone number", attributes: [.foregroundColor: UIColor.orange, .font: UIFont.systemFont(ofSize: 25.0)])
    settings.tileDescriptionBindText = NSAttributedString(string: "Bind my phone number", attributes: [.foregroundColor: UIColor.green, .font: UIFont.systemFont(ofSize: 25.0)])
    settings.descriptionRegistText = NSAttributedString(string: "Enter the phone number for registration...", attributes: [.foregroundColor: UIColor.gray, .font: UIFont.systemFont(ofSize: 16.0)])
    settings.descriptionBindText = NSAttributedString(string: "Enter the phone number for binding", attributes: [.foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 16.0)])
    settings.clickToSendSMSButtonText = NSAttributedString(string: "Get verification code", attributes: [.foregroundColor: UIColor.green, .font: UIFont.systemFont(ofSize: 10.0)])
    // settings.clickToSendBorderColor = "CCFF33"
    settings.clickToSendSMSBackgroundImage = UIImage(named: "wangluo")
    // settings.countDownTextColor = "330000"
    settings.countDownBtnBackgroundColor = "CCCCFF"
    settings.countDownBtnBackgroundImage = UIImage(named: "lvhang")
    settings.confirmButtonRegistText = "Register me"
    settings.confirmButtonBindText = "Bind"
    settings.confirmButtonInactiveTextColor = "FF99FF"
    settings.confirmButtonActiveTextColor = "FF9966"
    settings.confirmButtonOnPressTextColor = "FF66FF"
    settings.confirmButtonInactiveBackgroundColor = "999999"
    settings.confirmButtonactiveBackgroundColor = "CC00FF"
    // After setting these values, save them to memory using the class below.
    BCIDABindPhoneThemeManager.sharedInstance().setBindPhoneTheme(settings)
  }

  func clickMore() { more += 1 }

  /// Lines 440 to 442.
  func line442() {
    // In the didFinishLaunchingWithOptions method of the AppDelegate
    // 1. Basic configuration initialization
    BCIDACommonManager.sharedInstance().initWithDomain(YOUR_BACKEND_TENANT).initWithClientID(CLIENT_ID).initWithSSLCerVerification(false).setLogEnabled(true)
  }

  /// Lines 450 to 452.
  func line451(_ access_token: String, _ uid: String) {
    // Call after obtaining the Weibo authorization login ticket code
    BCWeiboAPILoginManager.sharedInstance().loginWeibo(withAccessToken: access_token, andWithUid: uid, andWithCompletionHandler: { code, data in
      self.use(code, data)
    })
  }

  /// Lines 558 to 565.
  func line558(_ mobile: String) {
    BCIDAInternationalPhoneCodeManager.getInternaltionalAreaCode(completionHandler: { [weak self] code, data in
      let strongSelf = self
      DispatchQueue.main.async {
        let dic = data as! NSDictionary
        // Check if the phone number matches the regular expression
        let flag = strongSelf?.parseDictionary(dic, andWithMoile: mobile)
        strongSelf?.flag = flag
        strongSelf?.use(code, data)
      }
    })
  }

  /// What the document leaves to the app: the first country whose pattern fits.
  private func parseDictionary(_ dic: NSDictionary, andWithMoile mobile: String) -> Bool {
    let definitions = dic["phoneAreaCodeDefinitions"] as! NSArray
    return definitions.contains { definition in
      let pattern = (definition as! NSDictionary)["mobileRegex"] as! String
      return mobile.range(of: pattern, options: .regularExpression) == mobile.startIndex..<mobile.endIndex
    }
  }

  /// Lines 727 to 732.
  func line728(_ mobile: String) {
    // Click (trigger) the send verification code event
    BCWeiboSlideVerifyCodeManager.startSlidingVerifyCodePage(withMobileNumber: mobile, andWithResultHandler: { [weak self] code, data in
      let strongSelf = self
      DispatchQueue.main.async {
        strongSelf?.use(code, data)
      }
    })
  }

  /// Lines 763 to 772.
  func line763(_ token: String, _ mobile: String) {
    var type = weiboSlideSMSRegist
    if _status == "USER_REGISTER" {
      type = weiboSlideSMSRegist
    } else if _status == "SOCIAL_BIND" {
      type = weiboSlideSMSBind
    }
    BCWeiboSlideVerifyCodeManager.sendSMSWithSlideResult(withToken: token, andMobile: mobile, andWith: type, andWithCallBack: { [weak self] code, data in
      let strongSelf = self
      DispatchQueue.main.async {
        strongSelf?.use(code, data)
      }
    })
  }

  /// Lines 829 to 834.
  func line829(_ phone_number: String, _ SMS_verification_code: String, _ state_token: String) {
    BCWeiboBindOrRegistManager.sharedInstance().weiboBind(withMobile: phone_number, andWithVerifyCode: SMS_verification_code, andWithStateToken: state_token, andWithCompletionHandler: { [weak self] code, data in
      let strongSelf = self
      DispatchQueue.main.async {
        // Handle success or failure
        strongSelf?.use(code, data)
      }
    })
  }

  /// Lines 895 to 900.
  func line895(_ phone_number: String, _ SMS_verification_code: String, _ state_token: String) {
    BCWeiboBindOrRegistManager.sharedInstance().weiboRegist(withMobile: phone_number, andWithVerifyCode: SMS_verification_code, andWithStateToken: state_token, andWithCompletionHandler: { [weak self] code, data in
      let strongSelf = self
      DispatchQueue.main.async {
        // Handle success/failure
        strongSelf?.use(code, data)
      }
    })
  }

  /// Lines 950 to 951.
  func line950(_ idToken: String) {
    BCIDAIDTokenManager.sharedInstance().verifySign(withIdToken: idToken, andWithCallBack: { code, data in
      self.use(code, data)
    })
  }

  /// Lines 996 to 997.
  func line996(_ idToken: String) {
    BCIDAIDTokenManager.sharedInstance().getUserInfoFromIdToken(withIdToken: idToken, andWithCallBack: { code, data in
      self.use(code, data)
    })
  }

  /// Lines 1082 to 1088. Objective-C does not check that the last of the texts is a number.
  func line1082(_ sessionToken: String) {
    BCIDAIDTokenRefreshManager.sharedInstance().refreshIdToken(withSessionToken: sessionToken, andWithCallBack: { code, data in
      let jsonS = data as! NSString
      let dict = self.dictionaryWithJsonString(jsonS) // Parse jsonStr to NSDictionary
      let idTok = dict?.object(forKey: "id_token")
      let session_tok = dict?.object(forKey: "session_token")
      let expr = dict?.object(forKey: "expire")
      self.read = [idTok, session_tok, expr]
      self.use(code, data)
    })
  }

  /// What the document leaves to the app.
  private func dictionaryWithJsonString(_ jsonString: NSString) -> NSDictionary? {
    let data = Data(("\(jsonString)").utf8)
    return (try? JSONSerialization.jsonObject(with: data) as? [String: Any]).map { NSDictionary(dictionary: $0) }
  }
}

#if !canImport(UIKit)
  extension IDaaSSamples: BCActionTarget {
    func act(on selector: Selector) {
      if selector == Selector("clickMore") { clickMore() }
    }
  }
#endif
