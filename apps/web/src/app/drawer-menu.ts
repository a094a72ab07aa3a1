import { House, Landmark, type LucideIconData, Microscope, Phone, Route, ScanSearch } from '@lucide/icons'
import type { MenuLink } from './menu.ts'

export const DRAWER_MENU: readonly (MenuLink & { icon: LucideIconData })[] = [
  { text: '首页', to: '/', icon: House },
  { text: '证书查询', to: '/certificate-check', icon: ScanSearch },
  { text: '流程与范围', to: '/rangeDetail', icon: Route },
  { text: '仪器与方法', to: '/instrument', icon: Microscope },
  { text: '联系我们', to: '/contact-us', icon: Phone },
  { text: '关于我们', to: '/about-gic', icon: Landmark },
]
