import styles from './key-caps.module.css'

const SIGNS: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** On a Mac the command key does what Ctrl does elsewhere. */
function modSign(): string {
  return /^Mac|^iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
}

/** A key of `KeyBindings` as caps: `Mod+K`, `g o`. */
export function KeyCaps({ of: name }: { of: string }) {
  const [first = '', second] = name.split(' ')
  return (
    <span className={styles.root}>
      <Caps of={first} />
      {second !== undefined && (
        <>
          再按
          <Caps of={second} />
        </>
      )}
    </span>
  )
}

function Caps({ of: name }: { of: string }) {
  return name.split('+').map((key) => <kbd key={key}>{key === 'Mod' ? modSign() : (SIGNS[key] ?? capOf(key))}</kbd>)
}

function capOf(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key
}
