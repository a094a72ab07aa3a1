import styles from './search-dialog.module.css'

const HINTS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['Ctrl', 'K'], text: '打开' },
  { keys: ['↑', '↓'], text: '选择' },
  { keys: ['Enter'], text: '前往' },
  { keys: ['Esc'], text: '关闭' },
]

/** The keyboard shortcuts; hidden on phones. */
export function KeyHints() {
  return (
    <div className={styles.keys} aria-hidden="true">
      {HINTS.map(({ keys, text }) => (
        <span className={styles.hint} key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {text}
        </span>
      ))}
    </div>
  )
}
