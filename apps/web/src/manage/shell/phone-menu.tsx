import { ArrowUpRight } from '@lucide/icons'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './phone-menu.module.css'
import type { Place } from './place.ts'
import { PlaceNav } from './place-nav.tsx'
import { ThemeButton } from './theme-button.tsx'

/** The rail on a phone: a sheet from below. */
export function PhoneMenu({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  return (
    <Dialog title="管理" titleClass={styles.title} className={styles.sheet} dismissOnScrim onClose={onClose}>
      <PlaceNav places={places} isSheet onGo={onClose} />
      <footer className={styles.foot}>
        <a className={styles.site} href="/">
          <Icon of={ArrowUpRight} sizePx={16} />
          查看网站
        </a>
        <ThemeButton />
      </footer>
    </Dialog>
  )
}
