// SPDX-License-Identifier: Apache-2.0

/// The keys of the texts of the pages.
///
/// `{{client}}` and similar placeholders are replaced by escaped values. The only markup in a text is
/// `<strong>` and `<code>` around a placeholder.
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
