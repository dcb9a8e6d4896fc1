// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import CoatcheckOAuth
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The functions of libsecret and of GLib below it, found when they are needed: no program has to be
  /// built or installed with them.
  ///
  /// See the [reference of libsecret](https://gnome.pages.gitlab.gnome.org/libsecret/).
  struct LibSecret: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Text = UnsafePointer<CChar>
    /// Where a function leaves its `GError`.
    typealias Failure = UnsafeMutablePointer<Pointer?>

    // GLib
    let tableNew: @convention(c) @Sendable (Pointer?, Pointer?, Pointer?, Pointer?) -> Pointer?
    let tableInsert: @convention(c) @Sendable (Pointer?, Pointer?, Pointer?) -> Int32
    let tableKeys: @convention(c) @Sendable (Pointer?) -> Pointer?
    let tableLookup: @convention(c) @Sendable (Pointer?, Pointer?) -> Pointer?
    let tableUnref: @convention(c) @Sendable (Pointer?) -> Void
    let listPrepend: @convention(c) @Sendable (Pointer?, Pointer?) -> Pointer?
    let listFree: @convention(c) @Sendable (Pointer?) -> Void
    let duplicate: @convention(c) @Sendable (Text?) -> Pointer?
    let errorFree: @convention(c) @Sendable (Pointer?) -> Void
    let domainName: @convention(c) @Sendable (UInt32) -> Text?
    let objectUnref: @convention(c) @Sendable (Pointer?) -> Void
    let contextNew: @convention(c) @Sendable () -> Pointer?
    let contextPush: @convention(c) @Sendable (Pointer?) -> Void
    let contextPop: @convention(c) @Sendable (Pointer?) -> Void
    let contextIterate: @convention(c) @Sendable (Pointer?, Int32) -> Int32
    let contextUnref: @convention(c) @Sendable (Pointer?) -> Void
    let stringHash: Address
    let stringEqual: Address
    let free: Address
    // GIO
    let cancellableNew: @convention(c) @Sendable () -> Pointer?
    let cancel: @convention(c) @Sendable (Pointer?) -> Void
    let busGet: @convention(c) @Sendable (Int32, Pointer?, Failure) -> Pointer?
    let busExitOnClose: @convention(c) @Sendable (Pointer?, Int32) -> Void
    // libsecret
    let serviceType: @convention(c) @Sendable () -> UInt
    let serviceOpen: @convention(c) @Sendable (UInt, Text?, Int32, Pointer?, Failure) -> Pointer?
    let serviceSearch:
      @convention(c) @Sendable (Pointer?, Pointer?, Pointer?, Int32, Pointer?, Failure) -> Pointer?
    let serviceStore:
      @convention(c) @Sendable (
        Pointer?, Pointer?, Pointer?, Text?, Text?, Pointer?, Pointer?, Failure
      ) -> Int32
    let serviceUnlock:
      @convention(c) @Sendable (
        Pointer?, Pointer?, Pointer?, UnsafeMutablePointer<Pointer?>?, Failure
      ) -> Int32
    let collectionForAlias:
      @convention(c) @Sendable (Pointer?, Text?, Int32, Pointer?, Failure) -> Pointer?
    let collectionIsLocked: @convention(c) @Sendable (Pointer?) -> Int32
    let itemIsLocked: @convention(c) @Sendable (Pointer?) -> Int32
    let itemAttributes: @convention(c) @Sendable (Pointer?) -> Pointer?
    let itemSecret: @convention(c) @Sendable (Pointer?) -> Pointer?
    let itemModified: @convention(c) @Sendable (Pointer?) -> UInt64
    let itemDelete: @convention(c) @Sendable (Pointer?, Pointer?, Failure) -> Int32
    let valueNew: @convention(c) @Sendable (Text?, Int, Text?) -> Pointer?
    let valueGet: @convention(c) @Sendable (Pointer?, UnsafeMutablePointer<UInt>?) -> Text?
    let valueUnref: @convention(c) @Sendable (Pointer?) -> Void

    /// The address of a function that is only passed as an argument.
    struct Address: Sendable {
      private let bits: UInt
      init(_ pointer: Pointer) { bits = UInt(bitPattern: pointer) }
      var pointer: Pointer? { Pointer(bitPattern: bits) }
    }

    /// Finds the library and its functions.
    ///
    /// - Throws: `storeFailed` saying what to install.
    init() throws(OAuthError) {
      // It stays loaded: GLib cannot be unloaded.
      guard let library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) else {
        throw .store(
          "libsecret is not installed (apt install libsecret-1-0, dnf install libsecret)")
      }
      func address(_ name: String) throws(OAuthError) -> Pointer {
        guard let address = dlsym(library, name) else {
          throw .store("the installed libsecret is too old: it has no \(name)")
        }
        return address
      }
      func function<Function>(_ name: String) throws(OAuthError) -> Function {
        unsafeBitCast(try address(name), to: Function.self)
      }
      tableNew = try function("g_hash_table_new_full")
      tableInsert = try function("g_hash_table_insert")
      tableKeys = try function("g_hash_table_get_keys")
      tableLookup = try function("g_hash_table_lookup")
      tableUnref = try function("g_hash_table_unref")
      listPrepend = try function("g_list_prepend")
      listFree = try function("g_list_free")
      duplicate = try function("g_strdup")
      errorFree = try function("g_error_free")
      domainName = try function("g_quark_to_string")
      objectUnref = try function("g_object_unref")
      contextNew = try function("g_main_context_new")
      contextPush = try function("g_main_context_push_thread_default")
      contextPop = try function("g_main_context_pop_thread_default")
      contextIterate = try function("g_main_context_iteration")
      contextUnref = try function("g_main_context_unref")
      stringHash = Address(try address("g_str_hash"))
      stringEqual = Address(try address("g_str_equal"))
      free = Address(try address("g_free"))
      cancellableNew = try function("g_cancellable_new")
      cancel = try function("g_cancellable_cancel")
      busGet = try function("g_bus_get_sync")
      busExitOnClose = try function("g_dbus_connection_set_exit_on_close")
      serviceType = try function("secret_service_get_type")
      serviceOpen = try function("secret_service_open_sync")
      serviceSearch = try function("secret_service_search_sync")
      serviceStore = try function("secret_service_store_sync")
      serviceUnlock = try function("secret_service_unlock_sync")
      collectionForAlias = try function("secret_collection_for_alias_sync")
      collectionIsLocked = try function("secret_collection_get_locked")
      itemIsLocked = try function("secret_item_get_locked")
      itemAttributes = try function("secret_item_get_attributes")
      itemSecret = try function("secret_item_get_secret")
      itemModified = try function("secret_item_get_modified")
      itemDelete = try function("secret_item_delete_sync")
      valueNew = try function("secret_value_new")
      valueGet = try function("secret_value_get")
      valueUnref = try function("secret_value_unref")
    }
  }

  /// Stops a conversation from another thread: a `GCancellable`.
  final class Cancellable: Sendable {
    private let library: LibSecret
    private let address: LibSecret.Address?

    init(_ library: LibSecret) {
      self.library = library
      address = library.cancellableNew().map(LibSecret.Address.init)
    }

    deinit { if let address { library.objectUnref(address.pointer) } }

    var pointer: LibSecret.Pointer? { address?.pointer }

    /// Makes the calls that use it return.
    func cancel() { library.cancel(pointer) }
  }
#endif
