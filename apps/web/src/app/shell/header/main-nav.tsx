import { ChevronDown } from '@lucide/icons'
import { useLocation } from 'react-router-dom'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { Dropdown } from './dropdown.tsx'
import styles from './main-nav.module.css'
import { getCurrentMark, type HelpedLink, MAIN_MENU } from './menu.ts'

/** The menu of wide screens. */
export function MainNav() {
  const location = useLocation()
  return (
    <nav className={styles.root} aria-label="主导航">
      <ul className={shared.row}>
        {MAIN_MENU.map((item) => (
          <li key={item.text}>
            {'links' in item ? (
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
  link: HelpedLink
  current: ReturnType<typeof getCurrentMark>
}

function SubLink({ link: { text, to, help, icon }, current }: SubLinkProps) {
  return (
    <Link className={styles.subLink} to={to} aria-current={current}>
      <Icon of={icon} sizePx={22} className={styles.subIcon} />
      <span>
        {text}
        <span className={styles.help}>{help}</span>
      </span>
    </Link>
  )
}
