import { isSingleKey } from './key-bindings.ts'
import styles from './key-caps.module.css'
import { useSingleKeys } from './single-keys.ts'

const SIGNS: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Sign of the modifier: the command key on a Mac, Ctrl elsewhere. */
function getModifierSign(): string {
  return /^Mac|^iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
}

/**
 * A key of `KeyBindings` as caps: `Mod+K`, `g o`. Keys with one modifier stand together: `Alt+ArrowUp+ArrowDown`.
 * Single keys are hidden while they are switched off.
 */
export function KeyCaps({ of: name }: { of: string }) {
  const isOn = useSingleKeys((state) => state.isOn)
  if (!isOn && isSingleKey(name)) return null
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
  return name
    .split('+')
    .map((key) => <kbd key={key}>{key === 'Mod' ? getModifierSign() : (SIGNS[key] ?? formatCap(key))}</kbd>)
}

function formatCap(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key
}
