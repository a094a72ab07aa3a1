import { formatClock } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import { KeyCaps } from '../keys/key-caps.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { BottomBar, type BottomBarProps } from './bottom-bar.tsx'
import type { SaveTrouble } from './use-saving.ts'

export interface SaveBarProps extends Pick<BottomBarProps, 'firstFault'> {
  /** Number of changes; at 0 the bar is hidden. */
  count: number
  /** Time at which the draft was stored in this browser, epoch ms. */
  storedAtMs: number | null
  trouble?: SaveTrouble | null
  isSaving: boolean
  onDiscard: () => void
  onSave: () => void
  onPreview?: () => void
  /** Label of the button: 保存, 发布. */
  saveLabel?: string
}

/** The bar at the bottom edge while there are changes. `Ctrl S` saves. */
export function SaveBar(props: SaveBarProps) {
  const { count, firstFault, storedAtMs, trouble, isSaving, onDiscard, onSave, onPreview, saveLabel = '保存' } = props
  useKeys({ 'Mod+S': { words: '保存', run: onSave } }, count > 0)
  if (count === 0) return null
  return (
    <BottomBar
      state={<b>{count} 处改动</b>}
      firstFault={firstFault}
      trouble={trouble?.message}
      note={storedAtMs !== null && `草稿已存本机 ${formatClock(storedAtMs)}`}
      discard={
        <Button variant="quiet" onClick={onDiscard}>
          放弃改动
        </Button>
      }
    >
      {onPreview && (
        <Button variant="outline" onClick={onPreview}>
          预览
        </Button>
      )}
      <Button isBusy={isSaving} busyLabel="保存中" onClick={onSave}>
        {saveLabel} <KeyCaps of="Mod+S" />
      </Button>
    </BottomBar>
  )
}
