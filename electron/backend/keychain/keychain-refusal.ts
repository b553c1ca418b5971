// What to do if the system's keychain refuses, in words for people: its own are for programmers.

export interface KeychainSystem {
  /** For people, such as "Secret Service". */
  name: string
  /**
   * `late`: nobody answered the prompt in time; `silent`: the keychain's process does not respond; `noDefault`: it has no
   * place for what is new. All of them say "keychain"; other names are of programs to be opened or installed.
   */
  words: { late: string; silent: string; missing: string; locked: string; denied: string; noDefault: string }
}

const secretService: KeychainSystem = {
  name: 'Secret Service',
  words: {
    late: 'The keychain asks for its password and nobody answered. Unlock your keychain, then try again.',
    silent: "The system's keychain does not answer. Log out and in again, or restart gnome-keyring (or KWallet).",
    missing:
      'No keychain answers on this machine. Install gnome-keyring (or KWallet, or KeePassXC with its Secret Service), log out and in again, then try again.',
    locked: 'The keychain is locked. Unlock your keychain, then try again.',
    denied: 'The keychain refused. Unlock your keychain and allow Eventscope to use it, then try again.',
    noDefault:
      'There is no default keychain yet. Create one in "Passwords and Keys" (seahorse) or log out and in again with your password, then try again.',
  },
}

const macKeychain: KeychainSystem = {
  name: 'Keychain',
  words: {
    late: 'The keychain asks for permission and nobody answered. Allow Eventscope to use it, then try again.',
    silent: 'The keychain does not answer. Log out and in again, then try again.',
    missing: 'No keychain was found. Open "Keychain Access", create or repair the login keychain, then try again.',
    locked: 'The keychain is locked. Unlock the login keychain in "Keychain Access", then try again.',
    denied: 'The keychain refused. Allow Eventscope to use it (or unlock it in "Keychain Access"), then try again.',
    noDefault: 'There is no login keychain. Create one in "Keychain Access", then try again.',
  },
}

const credentialManager: KeychainSystem = {
  name: 'Credential Manager',
  words: {
    late: 'The keychain did not answer in time. Try again.',
    silent:
      'The keychain does not answer. Check that the Credential Manager\'s service "VaultSvc" runs, then try again.',
    missing:
      'This session has no keychain. Log in with a password (not over a network logon) and check that the service "VaultSvc" runs.',
    locked: 'The keychain is locked. Log in again, then try again.',
    denied: 'The keychain refused. Your organisation may forbid storing secrets; ask its administrator.',
    noDefault: 'This session has no keychain. Log in with a password, then try again.',
  },
}

/** The keychain of an operating system: its name and the words for its refusals. */
export function systemOf(platform: NodeJS.Platform): KeychainSystem {
  if (platform === 'darwin') return macKeychain
  if (platform === 'win32') return credentialManager
  return secretService
}

/** The binding's messages have no codes, so they are recognized by their text. The first match wins. */
const signs: [RegExp, keyof KeychainSystem['words']][] = [
  [/did not receive a reply|timed? ?out/i, 'silent'],
  [/prompt was dismissed|is locked|interaction is not allowed|-25308/i, 'locked'],
  [/user cancell?ed|passphrase you entered is not correct|access ?denied|not permitted|-25293|-128\b/i, 'denied'],
  [/no result found|no default keychain|-25307/i, 'noDefault'],
  [
    /dbus|serviceunknown|not provided by any|no such (?:file|logon session)|keychain (?:could not|cannot) be found|-25294/i,
    'missing',
  ],
]

/** Which of the words fit the binding's message; null for an unknown one. */
export function kindOfRefusal(message: string): keyof KeychainSystem['words'] | null {
  return signs.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

/** Words for a refusal; quotes the system's message if it is unknown. */
export function whyRefused(system: KeychainSystem, message: string): string {
  const kind = kindOfRefusal(message)
  return kind === null ? `The keychain (${system.name}) refused: ${message}` : system.words[kind]
}
