"""Delivery by mail, push and webhooks. It does not know what notices mean.

What is to be sent, and where:
parcels     a parcel and its content, already composed for one way
outbox      the durable queue of parcels, shared by all workers; outbox.lua has its functions on the server
targets     what the next two have in common
devices     where a person wants pushes
hooks       the webhooks of a person

Sending:
sender      the loop in each worker: takes parcels, hands them to carriers, and settles what became of them
outcomes    what can become of a parcel, and when it is tried again or given up
carriers    which ways the settings allow
mail        by SMTP
push        Web Push: encryption, and the key by which browsers recognise us
webhook     signed JSON, or messages for chats
outgoing    requests to addresses that people gave us, and never into a private network
"""
