// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The audit event of a notice.
extension AuditEvent.Name {
  /// A notice to a user was sent or failed, with the outcome.
  static let noticeSent = Self(rawValue: "notice_sent")
}

extension IDaaSServer {
  /// Notifies every contact of a user about a new link, also the one that was just verified: its user may
  /// have read the code to an attacker.
  ///
  /// The login does not depend on the notices; the outcome of each is logged.
  func notifyAbout(_ link: SocialLink, of user: User, _ context: CallContext) async {
    await notify(
      .linked(provider: link.identity.provider), of: user,
      at: (try? await store.contacts(of: user.id)) ?? [], ["link": link.id], context)
  }

  /// Sends a notice to contacts of a user.
  func notify(
    _ event: AccountNotice.Event, of user: User, at contacts: [Contact],
    _ details: [String: String], _ context: CallContext
  ) async {
    let codes = try? await tenant.areaCodes()
    for contact in contacts {
      let id = environment.token(bytes: 12)
      var details = details.merging(
        ["user": user.id, "contact": contact.masked, "message": id, "event": event.kind.rawValue]) {
          $1
        }
      do throws(SendingFailure) {
        var notice = AccountNotice(
          event, to: contact, language: context.language, application: context.application.name,
          id: id)
        notice.country = contact.country(in: codes)
        let name = try await messages.tell(notice)
        details["outcome"] = name == nil ? "no_sender" : "sent"
        details["gateway"] = name
        if let name { await remember(name, message: id, type: event.kind.rawValue, context) }
      } catch {
        details["outcome"] = "failed"
        details["reason"] = String(describing: error)
      }
      audit(.noticeSent, context, details)
    }
  }
}

extension Contact {
  /// The country of a phone number; nil for an address, and for a number outside the listed countries.
  func country(in codes: AreaCodes?) -> String? {
    guard case .phone(let number) = self else { return nil }
    // Of +1 and +1242 the longer one is used.
    return codes?.definitions.filter { number.hasPrefix("+" + $0.areaCode) }
      .max { $0.areaCode.count < $1.areaCode.count }?.countryCode
  }
}
