import {
  ArrowDown,
  ArrowUp,
  EyeOff,
  ListIndentDecrease,
  ListIndentIncrease,
  Pencil,
  TriangleAlert,
} from '@lucide/icons'
import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import type { KeyboardEvent } from 'react'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { countBelow, type MenuName, type MenuRow, moveRow, type Step } from './menu-rows.ts'
import { describeState, describeTarget } from './menu-words.ts'
import styles from './menus.module.css'

const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

const ARROWS = [
  { icon: ArrowUp, words: '上移', step: 'up' },
  { icon: ArrowDown, words: '下移', step: 'down' },
] as const

interface MenuTreeProps {
  name: MenuName
  rows: readonly MenuRow[]
  targets: readonly MenuTarget[]
  /** Texts of the first level that readers see. */
  shownTexts: readonly string[]
  onMove: (at: number, step: Step) => void
  onEdit: (at: number) => void
  onSwitch: (at: number, isOn: boolean) => void
}

/** The entries of a menu in two levels. Alt with an arrow key moves the row with the focus. */
export function MenuTree({ name, rows, targets, shownTexts, onMove, onEdit, onSwitch }: MenuTreeProps) {
  const hasLevels = name === 'headerMenu'
  return (
    <>
      <ol className={styles.tree} data-field={name}>
        {rows.map((row, at) => {
          const isGroup = !hasLevels && row.level === 0
          const state = describeState(rows, at, targets, shownTexts)
          const handleKeyDown = (event: KeyboardEvent) => {
            const step = event.altKey ? STEPS[event.key] : undefined
            if (!step) return
            event.preventDefault()
            if (hasLevels || step === 'up' || step === 'down') onMove(at, step)
          }
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; the focus follows a moved row
              key={at}
              className={styles.row}
              data-row={at}
              data-level={row.level}
              data-off={row.isOff || undefined}
              onKeyDown={handleKeyDown}
            >
              <span className={styles.words}>
                <b>{row.text}</b>
                <small>{isGroup ? `一组 · ${countBelow(rows, at)} 项` : describeTarget(rows, at, targets)}</small>
              </span>
              {state && (
                <span className={styles.state} data-tone={state.tone}>
                  <Icon of={state.tone === 'warning' ? TriangleAlert : EyeOff} sizePx={16} />
                  {state.text}
                </span>
              )}
              <span className={styles.tools}>
                {ARROWS.map(({ icon, words, step }) => (
                  <IconButton
                    key={step}
                    icon={icon}
                    label={`${words}：${row.text}`}
                    aria-disabled={moveRow(rows, at, step) === null}
                    onClick={() => onMove(at, step)}
                  />
                ))}
                {hasLevels && (
                  <IconButton
                    icon={row.level === 0 ? ListIndentIncrease : ListIndentDecrease}
                    label={`${row.level === 0 ? '收为下级' : '升为上级'}：${row.text}`}
                    aria-disabled={moveRow(rows, at, row.level === 0 ? 'in' : 'out') === null}
                    onClick={() => onMove(at, row.level === 0 ? 'in' : 'out')}
                  />
                )}
                <IconButton icon={Pencil} label={`修改：${row.text}`} onClick={() => onEdit(at)} />
                {!isGroup && (
                  <Switch
                    label={`显示：${row.text}`}
                    isLabelHidden
                    isOn={!row.isOff}
                    onChange={(isOn) => onSwitch(at, isOn)}
                  />
                )}
              </span>
            </li>
          )
        })}
      </ol>
      <p className={styles.keys}>
        <span>
          <KeyCaps of="Alt+ArrowUp+ArrowDown" /> 移动
        </span>
        {hasLevels && (
          <>
            <span>
              <KeyCaps of="Alt+ArrowRight" /> 收为下级
            </span>
            <span>
              <KeyCaps of="Alt+ArrowLeft" /> 升为上级
            </span>
          </>
        )}
      </p>
    </>
  )
}
