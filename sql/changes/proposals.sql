update core.key_kinds set scopes = scopes || '{write:proposals}' where kind = 'analytics';
