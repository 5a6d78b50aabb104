import type { McpServer, McpServerOptions } from '@modelcontextprotocol/server'
import type { Env } from '../../shared/env.ts'

export interface McpOptions {
  /** Origins of browser apps that may call, in addition to the service's own and loopback origins. */
  origins: readonly string[]
  /** Host names that requests may use, in addition to the public and loopback names. */
  hosts: readonly string[]
  /** Registers additional tools. Only tests use it. */
  extension?: Extension
}

export interface Extension {
  options: McpServerOptions
  register: (server: McpServer) => void
}

export function mcpOptions(env: Env): McpOptions {
  return { origins: env.CONNECTOR_ORIGINS, hosts: env.CONNECTOR_HOSTS }
}
