import { type ReactNode, useId, useState } from 'react'
import { formatDateTime, formatNumber } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import type { Choice } from '../load-opening.ts'
import type { Writing } from '../writing.ts'
import { countWords } from '../writing.ts'
import styles from './version-choice.module.css'

/** Length of the excerpt, characters. */
const EXCERPT = 160

/** Shows two versions and lets the writer choose one. */
export function VersionChoice({
  choice,
  onChoose,
}: {
  choice: Choice
  onChoose: (which: 'here' | 'other') => Promise<void>
}) {
  const { here, other } = choice
  const [isBusy, setIsBusy] = useState(false)
  const choose = (which: 'here' | 'other') => {
    setIsBusy(true)
    void onChoose(which)
  }
  return (
    <div className={styles.root}>
      <h1 className={styles.title}>有两份内容，用哪一份</h1>
      <p className={styles.lead}>
        {other.kind === 'stored'
          ? '文章在别处改过，这台设备上也有没提交的修改。选定后，另一份不再保留。'
          : '登录前写了一份，这个账号在这台设备上也有一份草稿。选定后，另一份不再保留。'}
      </p>
      <div className={styles.versions}>
        <Version writing={here.writing} name="这台设备上的" note={`保存于 ${formatDateTime(here.savedAt)}`}>
          <Button isBusy={isBusy} onClick={() => choose('here')}>
            用这台设备上的
          </Button>
        </Version>
        {other.kind === 'stored' ? (
          <Version writing={other.writing} name="网站上的" note="最后一次提交或存草稿的内容">
            <Button variant="outline" isBusy={isBusy} onClick={() => choose('other')}>
              用网站上的
            </Button>
          </Version>
        ) : (
          <Version
            writing={other.draft.writing}
            name="登录前写的"
            note={`保存于 ${formatDateTime(other.draft.savedAt)}`}
          >
            <Button variant="outline" isBusy={isBusy} onClick={() => choose('other')}>
              用登录前写的
            </Button>
          </Version>
        )}
      </div>
    </div>
  )
}

function Version({
  writing,
  name,
  note,
  children,
}: {
  writing: Writing
  name: string
  note: string
  children: ReactNode
}) {
  const id = useId()
  const { title, contentMd } = writing
  return (
    <section className={styles.version} aria-labelledby={id}>
      <h2 className={styles.name} id={id}>
        {name}
      </h2>
      <p className={shared.note}>
        {note}，{formatNumber(countWords(contentMd))} 字
      </p>
      <p className={styles.words}>{title.trim() || '（没有标题）'}</p>
      <pre className={styles.excerpt}>{contentMd.length > EXCERPT ? `${contentMd.slice(0, EXCERPT)}…` : contentMd}</pre>
      {children}
    </section>
  )
}
