import { Fragment } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './keys-dialog.module.css'
import type { Place } from './place.ts'

type Row = readonly [words: string, ...keys: string[]]

const LIST_KEYS: readonly Row[] = [
  ['下一行、上一行', 'j', 'k'],
  ['选择', 'x'],
  ['选到此行', 'Shift+X'],
  ['打开', 'Enter'],
  ['搜索', '/'],
  ['取消选择', 'Escape'],
]
const EDIT_KEYS: readonly Row[] = [
  ['保存（文稿存为草稿，不发布）', 'Mod+S'],
  ['预览文稿', 'Mod+Shift+P'],
  ['发出、发布', 'Mod+Enter'],
  ['移动一行', 'Alt+ArrowUp', 'Alt+ArrowDown'],
  ['关闭，焦点回到原处', 'Escape'],
]

/** All keys, by where they work. */
export function KeysDialog({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const site: Row[] = [
    ['搜索或跳转', 'Mod+K'],
    ...places.flatMap(({ label, letter }): Row[] => (letter ? [[label, `g ${letter}`]] : [])),
    ['本表', '?'],
  ]
  return (
    <ManageDialog
      title="快捷键"
      size="medium"
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <div className={styles.groups}>
        <KeyGroup title="全站" rows={site} />
        <KeyGroup title="列表" rows={LIST_KEYS} />
        <KeyGroup title="编辑" rows={EDIT_KEYS} />
      </div>
      <p className={styles.note}>输入框内只有带 Ctrl、Alt 的键起作用；单键可在“登录与安全”里关掉。</p>
    </ManageDialog>
  )
}

function KeyGroup({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.rows}>
        {rows.map(([words, ...keys]) => (
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
