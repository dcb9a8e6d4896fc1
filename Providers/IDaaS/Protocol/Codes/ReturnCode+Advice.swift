// SPDX-License-Identifier: Apache-2.0

extension ReturnCode {
  /// A sentence for developers: what the app should do, or ask the user to do. The vendor's documentation
  /// has no such advice.
  public var advice: String {
    switch self {
    case .parameterMissing:
      """
      Fill in the parameter that the message names; a field the user left empty is asked for \
      again.
      """
    case .parameterFormat:
      """
      Look at the parameter that the message names: a phone number or address is shown to the \
      user to be corrected, anything else is the app's mistake.
      """
    case .deviceIncomplete:
      """
      The app has to send X-operating-sys-version, X-device-fingerprint and X-agent with every \
      call.
      """
    case .signatureUnreadable:
      """
      Fetch the public key again, set the clock by server-date, and sign once more with a new \
      nonce.
      """
    case .expired:
      """
      Start again where the thing that is over came from: sign in for a session, ask for a new \
      code or a new captcha.
      """
    case .parameterValue:
      """
      The value does not belong to this call. For X-state-token, begin the login again on the \
      same device.
      """
    case .parameterType:
      "The app's mistake: send the parameter with the JSON type that the interface names."
    case .busy: "Wait as long as Retry-After says, or some seconds, and try again. Nothing is lost."
    case .sourceUnknown:
      """
      An operator has to switch the authentication source on and check its keys. Offer another \
      way to sign in.
      """
    case .tenantUnreadable:
      "An operator has to look at the tenant's configuration. Offer to try again later."
    case .areaCodesUnreadable:
      """
      An operator has to look at the list of countries. Until then the app can offer its \
      preferred country only.
      """
    case .clientUnknown:
      """
      The app's client id is not registered at this tenant: compare both, and the tenant's \
      address.
      """
    case .userUnknown:
      "No user has this phone number or address. Offer to register, or to type it again."
    case .privateKeyMissing:
      "An operator has to give the application a key, or switch the signed mode off."
    case .interfaceFailed:
      """
      Ask the social network for a new permission and sign in again; if it stays, its keys do not \
      belong to this app.
      """
    case .notBound:
      """
      This tenant lets only linked accounts in. The user asks an administrator, or signs in \
      another way.
      """
    case .locked: "Show the time that is left, and allow no try before."
    case .passwordPolicyUnreadable:
      "An operator has to look at the password policy. Offer another way to sign in."
    case .wrongPassword:
      """
      Let the user type it again, show how many tries are left, and offer to set a new \
      password.
      """
    case .weChatMissing: "Do not show the button for WeChat, or have an operator set the source up."
    case .alipayMissing: "Do not show the button for Alipay, or have an operator set the source up."
    case .oneClickMissing:
      "Do not show the button for the phone's own number, or have an operator set the source up."
    case .slideMissing:
      "Ask for the other kind of captcha; an operator has to look at the pictures."
    case .slideUnreadable:
      """
      The app's mistake: send point_json as a JSON text with the numbers x and y. Ask for a new \
      captcha.
      """
    case .slideWrong:
      "Ask for a new captcha and let the user try again, or offer the one without a picture."
    case .captchaWrong:
      """
      Ask for a new captcha: its proof is good once, for one number, on one device, and not for \
      long.
      """
    case .codeWrong:
      """
      Let the user type it again and show how many tries are left; after the last one, send a \
      new code.
      """
    case .emailCodeWrong:
      """
      Let the user type it again and show how many tries are left; after the last one, send a \
      new code.
      """
    case .messageTypeUnknown:
      "The app's mistake: the type has to be the one that the login's status asks for."
    case .sendingFailed:
      """
      Wait as long as Retry-After says before the next code; if it stays, offer e-mail. The \
      first message may still come.
      """
    case .unbindingFailed:
      """
      Have the user sign in again or prove a code; the last way to sign in is never taken \
      away.
      """
    case .alreadyBound:
      "Have the user sign in as they did before, and unlink there first. Nothing was changed."
    case .passwordLength: "Say how long a password has to be, and let the user choose another."
    case .passwordIsUserName: "Let the user choose a password that is not the user name."
    case .passwordTooSimple:
      "Say which kinds of characters are wanted, and let the user choose another."
    case .passwordWeak:
      "Let the user choose a password that is not in every list; several words are good."
    case .passwordUsedBefore: "Let the user choose a password that they have not had here."
    case .passwordReversesUserName:
      "Let the user choose a password that is not made of the user name."
    case .passwordRepeats: "Let the user choose a password without long runs of one character."
    case .passwordContainsUserData:
      "Let the user choose a password without their name, number or address in it."
    case .mobileMismatch:
      """
      Ask for the phone number that belongs to the account; show its last digits if the server \
      told them.
      """
    case .accessPolicyWrong:
      "An operator has to correct the access policy. Offer to try again later."
    case .accessSourceWrong:
      "An operator has to name a source of the right type in the access policy."
    }
  }
}
