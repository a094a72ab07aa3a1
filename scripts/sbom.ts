// `node scripts/sbom.ts`: prints the list of the production packages (CycloneDX). The build of the image calls it.
import { makeProductionBill } from './checks/production-bill.ts'

process.stdout.write(await makeProductionBill())
