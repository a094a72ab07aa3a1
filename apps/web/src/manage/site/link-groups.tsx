import { ArrowDown, ArrowUp, Link2Off, Plus, Trash2 } from '@lucide/icons'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './link-groups.module.css'

interface LinkItem {
  name: string
  to: string
  info: string
}

export interface LinkGroup {
  title: string
  items: LinkItem[]
}

interface LinkGroupsProps {
  title: string
  note?: string | undefined
  groups: readonly LinkGroup[]
  error: string | undefined
  isChanged: boolean
  toLabel: string
  hasInfo?: boolean
  /** Addresses that do not answer. */
  dead: readonly string[]
  actions?: ReactNode
  onChange: (groups: LinkGroup[]) => void
}

/** Links in groups. Rows are moved by buttons, and by Alt with an arrow key in a row. */
export function LinkGroups(props: LinkGroupsProps) {
  const { title, note, groups, error, isChanged, toLabel, hasInfo = false, dead, actions, onChange } = props
  const id = useId()
  const updateGroup = (at: number, group: Partial<LinkGroup>) =>
    onChange(groups.map((one, nth) => (nth === at ? { ...one, ...group } : one)))
  return (
    <Panel
      title={title}
      note={
        <>
          <span className={styles.keys}>
            行内按 <KeyCaps of="Alt+ArrowUp+ArrowDown" /> 移动　
          </span>
          {isChanged && '已改'}
        </>
      }
      actions={actions}
      className={styles.root}
    >
      {note && <p className={styles.note}>{note}</p>}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <fieldset className={styles.group} key={at} aria-label={group.title || '新的组'}>
          <MovableRow
            at={at}
            count={groups.length}
            onMove={(step) => onChange(moveItem(groups, at, step))}
            onRemove={() => onChange(groups.filter((_group, nth) => nth !== at))}
            name={group.title || '新的组'}
          >
            <input
              className={styles.title}
              aria-label="组名"
              placeholder="组名"
              maxLength={30}
              value={group.title}
              onChange={({ target }) => updateGroup(at, { title: target.value })}
            />
          </MovableRow>
          {group.items.map((item, nth) => (
            <MovableRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
              key={nth}
              isItem
              name={item.name || '新的链接'}
              isDead={dead.includes(item.to)}
              at={nth}
              count={group.items.length}
              onMove={(step) => updateGroup(at, { items: moveItem(group.items, nth, step) })}
              onRemove={() => updateGroup(at, { items: group.items.filter((_item, other) => other !== nth) })}
            >
              {listFields(hasInfo, toLabel).map(({ member, label, max }) => (
                <input
                  key={member}
                  data-member={member}
                  aria-label={label}
                  placeholder={label}
                  maxLength={max}
                  value={item[member]}
                  onChange={({ target }) =>
                    updateGroup(at, {
                      items: group.items.map((one, other) =>
                        other === nth ? { ...one, [member]: target.value } : one,
                      ),
                    })
                  }
                />
              ))}
            </MovableRow>
          ))}
          <Button
            variant="quiet"
            icon={Plus}
            aria-describedby={`${id}-${at}`}
            onClick={() => updateGroup(at, { items: [...group.items, { name: '', to: '', info: '' }] })}
          >
            添加链接
          </Button>
        </fieldset>
      ))}
      <Button variant="outline" icon={Plus} onClick={() => onChange([...groups, { title: '', items: [] }])}>
        添加一组
      </Button>
    </Panel>
  )
}

function listFields(hasInfo: boolean, toLabel: string) {
  return [
    { member: 'name', label: '文字', max: 40 },
    { member: 'to', label: toLabel, max: 300 },
    ...(hasInfo ? [{ member: 'info', label: '说明', max: 100 } as const] : []),
  ] as const
}

interface RowProps {
  name: string
  /** Place in the list: the first row does not move up, and the last not down. */
  at: number
  count: number
  isItem?: boolean
  isDead?: boolean
  onMove: (step: -1 | 1) => void
  onRemove: () => void
  children: ReactNode
}

/** A row that is moved by buttons, and by Alt with an arrow key. */
export function MovableRow({ name, at, count, isItem = false, isDead = false, onMove, onRemove, children }: RowProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !step) return
    event.preventDefault()
    onMove(step as -1 | 1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside take the keys
    <div className={styles.row} data-item={isItem || undefined} onKeyDown={handleKeyDown}>
      {children}
      {isDead && (
        <span className={styles.dead}>
          <Icon of={Link2Off} sizePx={16} />
          打不开
        </span>
      )}
      <span className={styles.tools}>
        <MoveButtons name={name} isFirst={at === 0} isLast={at === count - 1} onMove={onMove} />
        <IconButton icon={Trash2} label={`删除：${name}`} onClick={onRemove} />
      </span>
    </div>
  )
}

interface MoveButtonsProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
}

/** The buttons that move a row. One that leads nowhere keeps the focus, and does nothing. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        className={styles.move}
        icon={ArrowUp}
        label={`上移：${name}`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      />
      <IconButton
        className={styles.move}
        icon={ArrowDown}
        label={`下移：${name}`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      />
    </>
  )
}

export function moveItem<T>(all: readonly T[], at: number, step: -1 | 1): T[] {
  const next = [...all]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(Math.max(0, at + step), 0, one)
  return next
}
