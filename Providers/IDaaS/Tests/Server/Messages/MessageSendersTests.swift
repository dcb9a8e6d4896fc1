// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("Several senders")
struct MessageSendersTests {
  @Test("are chosen by the contact's kind and country")
  func choice() async throws {
    let (mainland, rest, mail) = (ScriptedSender(), ScriptedSender(), ScriptedSender())
    let senders = MessageSenders([
      .init(.phones(in: ["CN"]), mainland), .init(.phones(in: nil), rest), .init(.emails, mail),
    ])
    _ = try await senders.send(SenderWorld.message())
    _ = try await senders.send(SenderWorld.message(to: "+85251234567", country: "HK"))
    _ = try await senders.send(SenderWorld.message(to: "+99912345678", country: nil))
    _ = try await senders.send(SenderWorld.mail())
    #expect(mainland.contacts == ["+8613800000000"])
    #expect(rest.contacts == ["+85251234567", "+99912345678"])
    #expect(mail.contacts == ["a@example.com"])
  }

  @Test(
    "continue with the next after a failure that certainly sent nothing",
    arguments: [
      (SendingFailure.transient, true), (.noBalance, true), (.templateRejected, true),
      (.blockedRegion, true), (.invalidContact, false), (.limited(retryAfter: 60), false),
      (.unknownOutcome, false),
    ])
  func fallback(failure: SendingFailure, continues: Bool) async {
    let (first, second) = (ScriptedSender(failure), ScriptedSender())
    let senders = MessageSenders([
      .init(.phones(in: ["CN"]), first), .init(.phones(in: nil), second),
    ])
    let outcome = await senders.failure(of: SenderWorld.message())
    #expect(outcome == (continues ? nil : failure))
    #expect(first.contacts.count == 1 && second.contacts.count == (continues ? 1 : 0))
  }

  @Test("fail with the last failure, and without a sender as a blocked region")
  func noneLeft() async {
    let senders = MessageSenders([
      .init(.phones(in: nil), ScriptedSender(.transient)),
      .init(.phones(in: nil), ScriptedSender(.noBalance)),
    ])
    #expect(await senders.failure(of: SenderWorld.message()) == .noBalance)
    #expect(await senders.failure(of: SenderWorld.mail()) == .blockedRegion)
    #expect(await MessageSenders([]).failure(of: SenderWorld.message()) == .blockedRegion)
  }

  @Test("send notices with a sender that supports them, and return nil without one")
  func notices() async throws {
    let outbox = Outbox()
    let notice = AccountNotice(
      .linked(provider: "weibo"), to: .phone("+8613800000000"), language: "en",
      application: "Demo", id: "n")
    let senders = MessageSenders([
      .init(.emails, Outbox()), .init(.phones(in: nil), ScriptedSender()),
      .init(.phones(in: nil), outbox),
    ])
    #expect(try await senders.tell(notice) == "outbox-n")
    #expect(outbox.notices.count == 1)
    let unable = MessageSenders([.init(.phones(in: nil), ScriptedSender())])
    #expect(try await unable.tell(notice) == nil)
  }

  @Test("name the application and the purpose in every language", arguments: MessageType.allCases)
  func texts(type: MessageType) {
    var texts: Set<String> = []
    for language in ["zh-CN", "zh-TW", "en"] {
      let text = MessageText(SenderWorld.message(type: type, language: language))
      #expect(text.short().contains("Demo") && text.short().contains("012345"))
      #expect(text.short().contains("5 "))
      #expect(!text.subject.contains("012345") && text.subject.contains("Demo"))
      #expect(text.short(host: "t.example").hasSuffix("\n@t.example #012345"))
      texts.insert(text.short())
    }
    #expect(texts.count == 3)
  }
}
