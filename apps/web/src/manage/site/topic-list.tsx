import { ArrowDown, ArrowUp, Ellipsis } from '@lucide/icons'
import type { TopicKind } from '@portal/contract/site/topics.ts'
import { formatNumber } from '#lib/format.ts'
import { Menu, MenuAnchor, MenuButton } from '#manage/controls/layout/menu.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSiteForm } from './site-form.ts'
import styles from './topic-list.module.css'
import type { Topic } from './use-tags.ts'

interface TopicListProps {
  kind: TopicKind
  topics: readonly Topic[]
  /** Text that replaces a list without entries. */
  empty: string
  /** @param before id of the topic that follows; `undefined`: moves to the end */
  onMove: (topic: Topic, before: number | undefined) => void
  onRename: (topic: Topic) => void
  onMerge: (topic: Topic) => void
}

/** Categories or tags in their order. Alt with an arrow key moves one. */
export function TopicList({ kind, topics, empty, onMove, onRename, onMerge }: TopicListProps) {
  const { mayEdit } = useSiteForm()
  if (topics.length === 0) return <p className={styles.empty}>{empty}</p>
  const move = (at: number, step: -1 | 1) => {
    const topic = topics[at]
    const isPossible = step < 0 ? at > 0 : at < topics.length - 1
    if (topic && isPossible) onMove(topic, topics[step < 0 ? at - 1 : at + 2]?.id)
  }
  return (
    <ol className={styles.root}>
      {topics.map((topic, at) => (
        <li className={styles.row} key={topic.id}>
          <a
            className={styles.name}
            href={kind === 'category' ? `/tags?categoryId=${topic.id}` : `/category?tagId=${topic.id}`}
            onKeyDown={(event) => {
              const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
              if (!step || !mayEdit) return
              event.preventDefault()
              move(at, step as -1 | 1)
            }}
          >
            {topic.name}
          </a>
          <span className={styles.count}>{formatNumber(topic.articles)} 篇</span>
          {mayEdit && (
            <span className={styles.tools}>
              <IconButton
                icon={ArrowUp}
                label={`上移：${topic.name}`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`下移：${topic.name}`}
                disabled={at === topics.length - 1}
                onClick={() => move(at, 1)}
              />
              <Menu className={styles.more} name={`更多：${topic.name}`} label={<Icon of={Ellipsis} sizePx={18} />}>
                {!topic.isFixed && <MenuButton onClick={() => onRename(topic)}>改名</MenuButton>}
                {!topic.isFixed && <MenuButton onClick={() => onMerge(topic)}>合并到…</MenuButton>}
                <MenuAnchor href={kind === 'category' ? `/tags?categoryId=${topic.id}` : `/category?tagId=${topic.id}`}>
                  查看文章
                </MenuAnchor>
              </Menu>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
