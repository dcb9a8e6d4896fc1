// SPDX-License-Identifier: Apache-2.0
// The contexts of requests that blocks in the pages use, as the pages themselves declare them once.
import CoatcheckHummingbird
import CoatcheckOAuth
import Hummingbird

struct SiteContext: SignInRequestContext {
  var coreContext: CoreRequestContextStorage
  var signIn = SignInStorage()
  init(source: Source) { coreContext = .init(source: source) }
}

struct APIContext: AccessTokenRequestContext {
  var coreContext: CoreRequestContextStorage
  var accessToken: AccessToken?
  init(source: Source) { coreContext = .init(source: source) }
}
