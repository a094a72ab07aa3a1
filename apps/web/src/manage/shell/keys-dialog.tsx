import { Fragment, useEffect, useRef, useState } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { isSingleKey, listKeyDescriptions } from '#manage/controls/keys/key-bindings.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useSingleKeys } from '#manage/controls/keys/single-keys.ts'
import { SingleKeysSwitch } from '#manage/controls/keys/single-keys-switch.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './keys-dialog.module.css'

type Row = readonly [words: string, keys: readonly string[]]

/** Keys of every page: the jump list, this list, and `G` with the letter of a place. */
const isOfShell = ([, keys]: Row) => keys.some((key) => key === 'Mod+K' || key === '?' || key.startsWith('g '))

/** The keys of the open page, and those of all pages. They are read when the dialog opens. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const closeRef = useRef<HTMLButtonElement>(null)
  // The button gets the focus, not the switch before it.
  useEffect(() => closeRef.current?.focus(), [])
  const [rows] = useState(() => [...listKeyDescriptions()])
  const isOn = useSingleKeys((state) => state.isOn)
  const working = rows.filter(([, keys]) => isOn || keys.some((key) => !isSingleKey(key)))
  const pageRows = working.filter((row) => !isOfShell(row))
  return (
    <ManageDialog
      title="快捷键"
      size="medium"
      onClose={onClose}
      actions={
        <Button variant="outline" ref={closeRef} onClick={onClose}>
          关闭
        </Button>
      }
    >
      <div className={styles.groups}>
        <KeyGroup title="本页" rows={pageRows} />
        <KeyGroup title="全站" rows={working.filter(isOfShell)} />
      </div>
      <p className={styles.note}>
        输入框内只有带 Ctrl、Alt 的键、功能键与 Enter 起作用。Esc 关闭对话框，焦点回到原处。
      </p>
      <SingleKeysSwitch />
    </ManageDialog>
  )
}

function KeyGroup({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {rows.length === 0 && <p className={styles.note}>这一页没有自己的快捷键</p>}
      <dl className={styles.rows}>
        {rows.map(([words, keys]) => (
          <Fragment key={words}>
            <dt>{words}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <KeyCaps key={key} of={key} />
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
