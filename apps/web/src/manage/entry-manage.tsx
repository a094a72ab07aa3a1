import '#styles/main.css'
import '#styles/manage.css'
import { createRoot } from 'react-dom/client'
import { restoreDensity } from './controls/views/density.ts'
import { ManageApp } from './manage-app.tsx'
import { restoreTheme } from './shell/theme.ts'
import { createStaffApi } from './staff/staff-api.ts'

const container = document.getElementById('root')
if (!container) throw new Error('the document has no #root')
restoreTheme()
restoreDensity()
createRoot(container).render(<ManageApp api={createStaffApi()} />)
