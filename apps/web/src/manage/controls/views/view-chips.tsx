import { Bookmark, Ellipsis } from '@lucide/icons'
import type { ViewList } from '@portal/contract/site/saved-view-rules.ts'
import type { SavedView } from '@portal/contract/site/saved-views.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Menu, MenuButton } from '#manage/controls/layout/menu.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { buildViewAddress, dropView, normaliseFilter, saveView, useSavedViews } from './saved-views.ts'
import styles from './view-chips.module.css'
import { RenameViewDialog, SaveViewDialog } from './view-dialogs.tsx'

/** The saved filters of a list; the active one can be renamed and deleted. Renders nothing when there are none. */
export function ViewChips({ list }: { list: ViewList }) {
  const api = useApi()
  const views = useListViews(list)
  const filter = useFilter()
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const deleteView = (view: SavedView) =>
    dropView(api, view).then(() => {
      const { name, query } = view
      const putBack = () => void saveView(api, { list, name, query }).catch(showOffline)
      showToast('success', `已删除视图“${name}”`, { action: { label: '撤回', onAct: putBack }, isClosable: true })
    }, showOffline)
  if (views.length === 0) return null
  return (
    <nav className={styles.root} aria-label="我的视图">
      {views.map((view) => {
        const isCurrent = normaliseFilter(view.query) === filter
        return (
          <span className={styles.chip} key={view.id} data-current={isCurrent || undefined}>
            <Link
              className={styles.link}
              to={buildViewAddress(view)}
              aria-current={isCurrent ? 'page' : undefined}
              preventScrollReset={true}
            >
              <Icon of={Bookmark} sizePx={14} />
              {view.name}
            </Link>
            {isCurrent && (
              <Menu
                className={styles.more}
                label={<Icon of={Ellipsis} sizePx={16} />}
                name={`视图“${view.name}”的操作`}
              >
                <MenuButton onClick={() => setRenamed(view)}>改名</MenuButton>
                <MenuButton tone="danger" onClick={() => void deleteView(view)}>
                  删除
                </MenuButton>
              </Menu>
            )}
          </span>
        )
      })}
      {renamed && <RenameViewDialog view={renamed} onClose={() => setRenamed(null)} />}
    </nav>
  )
}

/** 存为视图: hidden while no filter is set, or when the active one is already saved. */
export function SaveViewButton({ list }: { list: ViewList }) {
  const views = useListViews(list)
  const filter = useFilter()
  const [isOpen, setIsOpen] = useState(false)
  if (filter === '' || views.some(({ query }) => normaliseFilter(query) === filter)) return null
  return (
    <>
      <Button variant="outline" icon={Bookmark} onClick={() => setIsOpen(true)}>
        存为视图
      </Button>
      {isOpen && <SaveViewDialog list={list} query={filter} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function useListViews(list: ViewList): readonly SavedView[] {
  return useSavedViews((state) => state.views).filter((view) => view.list === list)
}

function useFilter(): string {
  const [query] = useSearchParams()
  return normaliseFilter(query)
}
