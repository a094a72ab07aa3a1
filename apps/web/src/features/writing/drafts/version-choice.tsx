import { useState } from 'react'
import { formatDateTime, formatNumber } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import type { Choice } from '../load-opening.ts'
import { countWords, type Writing } from '../writing.ts'
import type { LocalDraft } from './local-draft.ts'
import styles from './version-choice.module.css'

/** Length of the excerpt, characters. */
const EXCERPT = 160

type Which = 'here' | 'other'

/** Shows two versions of which the author chooses one. */
export function VersionChoice({ choice, onChoose }: { choice: Choice; onChoose: (which: Which) => Promise<void> }) {
  const { here, other } = choice
  const [isBusy, setIsBusy] = useState(false)
  const versions: readonly { which: Which; name: string; note: string; writing: Writing }[] = [
    { which: 'here', name: '这台设备上的', note: formatSavedNote(here), writing: here.writing },
    other.kind === 'stored'
      ? { which: 'other', name: '网站上的', note: '最后一次提交或存草稿的内容', writing: other.writing }
      : { which: 'other', name: '登录前写的', note: formatSavedNote(other.draft), writing: other.draft.writing },
  ]
  const choose = (which: Which) => {
    setIsBusy(true)
    void onChoose(which)
  }
  return (
    <div className={styles.root}>
      <h1 className={shared.text2xl}>有两份内容，用哪一份</h1>
      <p className={shared.soft}>
        {other.kind === 'stored'
          ? '文章在别处改过，这台设备上也有没提交的修改。选定后，另一份不再保留。'
          : '登录前写了一份，这个账号在这台设备上也有一份草稿。选定后，另一份不再保留。'}
      </p>
      <div className={styles.versions}>
        {versions.map(({ which, name, note, writing: { title, contentMd } }) => (
          <section className={styles.version} aria-labelledby={`version-${which}`} key={which}>
            <h2 className={shared.textXl} id={`version-${which}`}>
              {name}
            </h2>
            <p className={shared.note}>
              {note}，{formatNumber(countWords(contentMd))} 字
            </p>
            <p className={shared.medium}>{title.trim() || '（没有标题）'}</p>
            <pre className={styles.excerpt}>
              {contentMd.length > EXCERPT ? `${contentMd.slice(0, EXCERPT)}…` : contentMd}
            </pre>
            <Button
              variant={which === 'here' ? 'primary' : 'outline'}
              isBusy={isBusy}
              onClick={() => choose(which)}
            >{`用${name}`}</Button>
          </section>
        ))}
      </div>
    </div>
  )
}

function formatSavedNote({ savedAt }: LocalDraft): string {
  return `保存于 ${formatDateTime(savedAt)}`
}
