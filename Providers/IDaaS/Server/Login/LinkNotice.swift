// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The audit event of a notice.
extension AuditEvent.Name {
  /// A user was told about their account, or was not: how it went.
  static let noticeSent = Self(rawValue: "notice_sent")
}

extension IDaaSServer {
  /// Tells every contact of a user about a new link: also the one that was just proved, since its
  /// code may have been read to an attacker.
  ///
  /// Whether the notices arrive changes nothing about the login; the log says how each went.
  func notifyAbout(_ link: SocialLink, of user: User, _ context: CallContext) async {
    for contact in (try? await store.contacts(of: user.id)) ?? [] {
      let id = environment.token(bytes: 12)
      var details = ["user": user.id, "link": link.id, "contact": contact.masked, "message": id]
      do throws(SendingFailure) {
        let notice = AccountNotice(
          .linked(provider: link.identity.provider), to: contact, language: context.language,
          application: context.application.name, id: id)
        let name = try await messages.tell(notice)
        details["outcome"] = name == nil ? "no_sender" : "sent"
        details["gateway"] = name
      } catch {
        details["outcome"] = "failed"
        details["reason"] = String(describing: error)
      }
      audit(.noticeSent, context, details)
    }
  }
}
