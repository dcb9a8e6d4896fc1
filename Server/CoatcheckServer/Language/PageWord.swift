// SPDX-License-Identifier: Apache-2.0

/// The texts of the pages, by what they are for.
///
/// `{{client}}` and the like stand for values, which are escaped where they are put in; the only markup in a text is
/// `<strong>` and `<code>` around such a value.
enum PageWord: String, CaseIterable, Sendable {
  // All pages
  case proceed, cancel, errorCode, canClose, onward, aMinute, minutes
  // Sign-in
  case signIn, signInFor, signInForAccount, userName, password
  case wrongPassword, tooManyAttempts, tooManyUsers, signInCancelled
  // Consent
  case allowTitle, signedInAs, notYou, clientAsks, policy, terms, allow, deny, eitherWay
  case scopeOpenID, scopeProfile, scopeEmail, scopePhone, scopeAddress, scopeOffline, scopeOther
  case localApp, schemeApp
  // Responses and errors
  case back, refusedTitle, refusedText, warningText, warningAdvice
  case startAgainTitle, startAgainText, forgedTitle, forgedText, unavailableTitle, unavailableText
  // Devices
  case deviceTitle, deviceTyping, deviceCode, connectTitle, deviceShows, deviceAdvice
  case tooManyCodes, unknownCode, deviceAgainText, deviceOverTitle, deviceOverText
  case deviceAnsweredTitle, deviceAnsweredText, deviceAllowedTitle, deviceAllowedText
  case deviceDeniedTitle, deviceDeniedText
  // Signing out
  case signOutTitle, clientSignsOut, signOutEffect, signOut, stay, signedOutTitle, backToApp
  case signingOut, logoutForgedText, stillSignedInTitle, stillSignedInText
  case logoutRefusedTitle, logoutNotBack, logoutAnotherUser
  // The user's own account
  case accountTitle, accountSignOut, changePassword, passwordEffect
  case currentPassword, newPassword, repeatPassword, minimumLength
  case passwordChanged, currentPasswordWrong, passwordsDiffer, passwordTooShort, passwordTooLong
  case passwordSame, passwordIsName, noPassword
  case sessionsTitle, thisSession, signedInAt, endSession, endOtherSessions, noOtherSessions
  case sessionEnded, sessionsEnded, sessionUnknown
  case appsTitle, appsNone, appMay, appSince, removeAccess, accessRemoved, accessUnknown
  case linksTitle, linkedAs, signInAgain, accountForgedText
}
