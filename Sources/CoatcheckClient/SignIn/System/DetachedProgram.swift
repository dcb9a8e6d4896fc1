// SPDX-License-Identifier: Apache-2.0

// Apple's other systems let no app start a program: their SDKs lack posix_spawn.
#if os(macOS) || APPLE_SHIM_MACOS || !(canImport(Darwin) || APPLE_SHIMS)
  import Dispatch
  import CoatcheckFoundation
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A program that was started and inherits nothing from this one: no input, no output, no open file,
  /// no blocked signal. It has a session of its own, so that Ctrl-C and the end of the terminal do not
  /// reach it, and it cannot take the terminal.
  struct DetachedProgram: Sendable {
    /// Why a program was not started.
    struct Failure: Error { let reason: String }

    private let id: pid_t

    /// Starts `program`, found in `$PATH` unless it holds a slash, with one argument.
    static func start(_ program: String, argument: String) -> Result<DetachedProgram, Failure> {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      // The output of browsers would hide the address, which the user may need.
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      for descriptor in inherited { posix_spawn_file_actions_addclose(&actions, descriptor) }

      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      var handled = sigset_t()
      sigemptyset(&handled)
      for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGCHLD] {
        sigaddset(&handled, signal)
      }
      posix_spawnattr_setsigdefault(&attributes, &handled)
      posix_spawnattr_setflags(&attributes, flags)

      var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
      var variables = signInEnvironment.map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
      defer { for text in words + variables { free(text) } }
      var id = pid_t()
      let error = posix_spawnp(&id, program, &actions, &attributes, &words, &variables)
      guard error == 0 else { return .failure(Failure(reason: String(cString: strerror(error)))) }
      return .success(DetachedProgram(id: id))
    }

    /// Calls `body`, from a thread of its own, with the program's status once it has ended.
    func whenEnded(_ body: @escaping @Sendable (Int32) -> Void) {
      let id = id
      DispatchQueue(label: "coatcheck.browser").async {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
          guard errno == EINTR else { return }
        }
        body(status)
      }
    }

    private static var flags: Int16 {
      var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      #if canImport(Darwin)
        // A session of its own, and every descriptor closed that is not named above.
        flags |= 0x0400 | Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
      #else
        // POSIX_SPAWN_SETSID: the C library has it, and its header shows it to C programs only.
        flags |= 0x80
      #endif
      return Int16(flags)
    }

    /// The descriptors that the program would inherit, as far as they are open now.
    private static var inherited: [Int32] {
      #if canImport(Darwin)
        []
      #else
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (names ?? []).compactMap(Int32.init).filter { descriptor in
          let flags = fcntl(descriptor, F_GETFD)
          return descriptor > 2 && flags >= 0 && flags & FD_CLOEXEC == 0
        }
      #endif
    }

    /// The environment of this process. Where `$BROWSER` is unset, `xdg-open` would finally try text
    /// browsers, so it gets a list without them.
    private static var signInEnvironment: [String] {
      var variables: [String] = []
      var next = environ
      while let variable = next.pointee {
        if let text = String(validatingCString: variable) { variables.append(text) }
        next += 1
      }
      #if !canImport(Darwin)
        if !variables.contains(where: { $0.hasPrefix("BROWSER=") && $0 != "BROWSER=" }) {
          let list = "x-www-browser:firefox:firefox-esr:chromium:chromium-browser:google-chrome"
          variables =
            variables.filter { $0 != "BROWSER=" } + ["BROWSER=" + list + ":epiphany:konqueror"]
        }
      #endif
      return variables
    }
  }
#endif
