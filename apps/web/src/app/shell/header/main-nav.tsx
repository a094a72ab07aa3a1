import { ChevronDown, ChevronRight } from '@lucide/icons'
import type { ShownItem } from '@portal/contract/site/site.ts'
import { useLocation } from 'react-router-dom'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { Dropdown } from './dropdown.tsx'
import styles from './main-nav.module.css'
import { getCurrentMark, LINK_ICONS } from './menu.ts'

/** The menu of wide screens. */
export function MainNav({ menu }: { menu: readonly ShownItem[] }) {
  const location = useLocation()
  return (
    <nav className={styles.root} aria-label="主导航">
      <ul className={shared.row}>
        {menu.map((item) => (
          <li key={item.text + item.to}>
            {item.links ? (
              <Dropdown
                trigger={
                  <>
                    {item.text}
                    <Icon of={ChevronDown} sizePx={16} className={shared.faint} />
                  </>
                }
                triggerClassName={styles.link}
                isCurrent={item.links.some(({ to }) => getCurrentMark(to, location))}
              >
                <ul>
                  {item.links.map((link) => (
                    <li key={link.to}>
                      <SubLink link={link} current={getCurrentMark(link.to, location)} />
                    </li>
                  ))}
                </ul>
              </Dropdown>
            ) : (
              <Link className={styles.link} to={item.to} aria-current={getCurrentMark(item.to, location)}>
                {item.text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SubLinkProps {
  link: ShownItem
  current: ReturnType<typeof getCurrentMark>
}

function SubLink({ link: { text, to, note }, current }: SubLinkProps) {
  return (
    <Link className={styles.subLink} to={to} aria-current={current}>
      <Icon of={LINK_ICONS[to] ?? ChevronRight} sizePx={22} className={styles.subIcon} />
      <span>
        {text}
        {note && <span className={styles.help}>{note}</span>}
      </span>
    </Link>
  )
}
