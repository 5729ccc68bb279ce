"""The service: the JSON of the contract over HTTP. Needs the extra ``service``; nothing else imports it."""
