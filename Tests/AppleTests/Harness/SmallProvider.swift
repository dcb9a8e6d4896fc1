// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AuthenticationServicesShim
  import CoatcheckClient
  import FoundationShim
  import TestSupport
  import URLLoadingShim

  /// An authorization server in the process: a transport that returns its responses. Its pages are sheets
  /// of a device.
  final class SmallProvider: HTTPTransport {
    let issuer = "https://op.example"
    private let device: Device
    private let key: SigningKey
    private let activities = Mutex<[[String]]>([])

    init(_ device: Device) throws {
      self.device = device
      key = try SigningKey.generate(.es256)
    }

    /// The expiring activities that were running at each token request.
    var activitiesOfTokenRequests: [[String]] { activities.withLock { $0 } }

    func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      guard let body = answer(request.path.map { String($0.prefix { $0 != "?" }) }) else {
        throw .unreachable(.connectionFailed, "There is no such page.")
      }
      return (HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body)
    }

    /// Also responds to the requests that `URLSession` sends to its host.
    func listen() {
      ScriptedServers.current.script("op.example") { request, _ in
        guard let body = self.answer(request.url?.path) else { return .init(status: 404) }
        return .init(fields: [("Content-Type", "application/json")], body: body)
      }
    }

    private func answer(_ path: String?) -> Data? {
      switch path {
      case "/.well-known/openid-configuration": return Data(metadata.serialized())
      case "/keys":
        let keys: JSONObject = ["keys": .array([.object(key.publicJWK.json)])]
        return Data(keys.serialized())
      case "/token":
        activities.withLock { $0.append(device.activities.holding) }
        return Data(tokens.serialized())
      default: return nil
      }
    }

    private var metadata: JSONObject {
      [
        "issuer": .string(issuer),
        "authorization_endpoint": .string(issuer + "/authorize"),
        "token_endpoint": .string(issuer + "/token"),
        "jwks_uri": .string(issuer + "/keys"),
        "end_session_endpoint": .string(issuer + "/logout"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
      ]
    }

    private var tokens: JSONObject {
      let page = device.sessions.shown.last?.url
      let items =
        page.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.queryItems ?? []
      let now = Int(Date().timeIntervalSince1970)
      let claims: JSONObject = [
        "iss": .string(issuer), "aud": "app", "sub": "alice",
        "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)),
        "nonce": .string(items.first { $0.name == "nonce" }?.value ?? ""),
      ]
      var json: JSONObject = ["access_token": "t", "token_type": "Bearer", "expires_in": 3600]
      json["id_token"] = (try? key.sign(claims)).map(JSONValue.string)
      return json
    }
  }
#endif
