// SPDX-License-Identifier: Apache-2.0

// The examples of the old guide, NXOAuth2Client.md, line by line in Swift. Nothing but the import is different from
// what an app had.
import CoatcheckNXOAuth2ClientOldNames
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// swift-format-ignore
/// Lines 10 to 21 of the old guide, and lines 34 to 38.
class GuideClient: NSObject, NXOAuth2ClientDelegate {
  var client: NXOAuth2Client!
  var calls: [String] = []
  var error: NSError?

  func createClient() {
    // client is a ivar
    client = NXOAuth2Client(clientID: "xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxX",
                            clientSecret: "xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxX",
                            authorizeURL: URL(string: "https://myHost/oauth2/authenticate"),
                            tokenURL: URL(string: "https://myHost/oauth2/token"),
                            delegate: self)
  }

  func checkToken() {
    client.requestAccess()
  }

  // @required
  func oauthClientNeedsAuthentication(_ client: NXOAuth2Client!) {
    calls.append("needs")
  }

  // @optional
  func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!) {
    calls.append("got")
  }
  func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!) {
    calls.append("lost")
  }
  func oauthClient(_ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!) {
    calls.append("failed")
    self.error = error as NSError
  }
}

// swift-format-ignore
/// Lines 70 to 81 of the old guide.
class GuideUserAgentFlow: NSObject, NXOAuth2ClientDelegate, GuideFlow {
  func oauthClientRequestedAuthorization(_ aClient: NXOAuth2Client!) {
    // webserver flow

    // this is your redirect url. register it with your app
    let authorizationURL: URL! = client.authorizationURL(withRedirectURL: URL(string: "x-myapp://oauth2"))
    #if os(iOS)
      UIApplication.shared.openURL(authorizationURL)  // this line quits the application or puts it to the background, be prepared
    #else
      NSWorkspace.shared.open(authorizationURL)
    #endif
  }

  // What is not in the example.
  var client: NXOAuth2Client!
  var calls: [String] = []
  func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!) { calls.append("got") }
  func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!) { calls.append("lost") }
  func oauthClient(_ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!) {
    calls.append("failed \((error as NSError).domain) \((error as NSError).code)")
  }
}

// swift-format-ignore
/// Lines 89 to 96 of the old guide.
class GuideUserCredentialsFlow: NSObject, NXOAuth2ClientDelegate, GuideFlow {
  var username = "alice"
  var password = "wonderland"

  func oauthClientRequestedAuthorization(_ aClient: NXOAuth2Client!) {
    // user credentials flow
    client.authorize(withUsername: username, password: password)
    // you probably don't yet have username & password.
    // if so, open a view to query them from the user & call this method with the results asynchronously.
  }

  // What is not in the example.
  var client: NXOAuth2Client!
  var calls: [String] = []
  func oauthClientDidGetAccessToken(_ client: NXOAuth2Client!) { calls.append("got") }
  func oauthClientDidLoseAccessToken(_ client: NXOAuth2Client!) { calls.append("lost") }
  func oauthClient(_ client: NXOAuth2Client!, didFailToGetAccessTokenWithError error: (any Error)!) {
    calls.append("failed \((error as NSError).domain) \((error as NSError).code)")
  }
}

// swift-format-ignore
/// Lines 105 to 109 of the old guide.
class GuideRequest: NSObject, NXOAuth2ConnectionDelegate {
  var calls: [String] = []
  var received = Data()
  weak var connection: NXOAuth2Connection?

  func send(_ aClient: NXOAuth2Client!) {
    let request = URLRequest(url: URL(string: "https://myHost/someResource")!)
    // retain the connection for as long as it's running.
    let connection = NXOAuth2Connection(request: request, oauthClient: aClient, delegate: self)
    self.connection = connection
  }

  func oauthConnection(_ connection: NXOAuth2Connection!, didReceive response: URLResponse!) {
    calls.append("response \((response as! HTTPURLResponse).statusCode)")
  }
  func oauthConnection(_ connection: NXOAuth2Connection!, didFinishWith data: Data!) {
    calls.append("finished")
    received = data
  }
  func oauthConnection(_ connection: NXOAuth2Connection!, didFailWithError error: (any Error)!) {
    calls.append("failed \((error as NSError).domain) \((error as NSError).code)")
  }
}

/// What all examples of flows have, for the tests.
@MainActor
protocol GuideFlow: NSObject, NXOAuth2ClientDelegate {
  var client: NXOAuth2Client! { get set }
  var calls: [String] { get }
}
